#pragma once

#include "policy/run/facts.h"
#include "policy/run/host.h"
#include "policy/run/network.h"
#include "policy/run/observer.h"
#include "policy/run/state.h"
#include "protocol/description/description_source.h"
#include "protocol/promise/keeper.h"
#include "protocol/promise/promise.h"

#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace vow {

/// The promise types that a policy can use without defining them, and the module that keeps each:
/// the bundled modules and those in the folders of modules. The keeper knows their descriptions.
class Catalogue {
public:
    enum class Added { yes, name_taken };

    /// Does not replace an earlier type of the same name.
    Added add(PromiseType type);

    /// Null for an unknown type. Valid until the next add().
    const PromiseType* find(std::string_view name) const;
    /// Sorted by name.
    std::span<const PromiseType> types() const { return types_; }

private:
    std::vector<PromiseType> types_;
};

/// The reason why a policy is loaded. A part of a policy can be checked, but not run.
enum class Purpose {
    run,
    check,
    check_part ///< without the checks of what would run
};

/// Whether the check of a policy may start the modules that it names, to request their
/// descriptions.
enum class StartModules { yes, no };

/// Whether functions may run programs. If not, they have no result.
enum class RunPrograms { yes, no };

/// Whether files are those of a sandbox, where a simulation changes them to show what would change.
enum class FilesInSandbox { no, yes };

/// The output of programs that functions run only for their exit code: dropped, or written to ours.
enum class TestOutput { dropped, passed_on };

/// The use that a run makes of the last one, if that has not finished.
enum class Resume {
    no,
    yes,     ///< goes on where it stopped
    restart, ///< forgets it, and begins again
    abandon  ///< forgets it, and does nothing else
};

/// Whether loading a policy warns of names that nothing defines and of code that never runs.
enum class Lint { no, yes };

/// How a policy is run or checked, whichever language it is written in.
struct RunOptions {
    Purpose purpose = Purpose::run;
    StartModules start_modules = StartModules::yes;
    RunPrograms run_programs = RunPrograms::yes;
    bool use_locks = true;                     ///< not -K
    Terms::Policy policy = Terms::Policy::fix; ///< dry_run for -n
    Resume resume = Resume::no;
    FilesInSandbox files_in_sandbox = FilesInSandbox::no;
    TestOutput test_output = TestOutput::dropped;
    Lint lint = Lint::no;
    Concurrency concurrency = Concurrency::none;
    std::vector<std::string> concurrent_types = {}; ///< of the host's settings
    bool is_strict = false; ///< a policy with warnings does not run (--strict)

    bool changes_allowed() const { return policy == Terms::Policy::fix; }
    /// Whether the run only finds out what a real one would do.
    bool is_simulation() const { return policy == Terms::Policy::simulate; }
};

/// The number of the received signal that ends the run; 0 if none was received.
class Stop {
public:
    virtual ~Stop() = default;
    virtual int signal() const = 0;
    /// True once SIGUSR1 has requested that the run pauses, for languages that can resume it.
    virtual bool is_pause_requested() const { return false; }
};

/// Everything a policy works with, borrowed for one run.
struct World {
    PromiseKeeper& keeper;
    DescriptionSource& descriptions;
    Host& host;
    Network& network;
    Facts& facts;
    State& state;
    Observer& observer;
    const Stop& stop;
    const RunOptions& options;
    const Catalogue& catalogue;

    /// The same world with another keeper and observer.
    World with(PromiseKeeper& other_keeper, Observer& other_observer) const {
        return {
            other_keeper,
            descriptions,
            host,
            network,
            facts,
            state,
            other_observer,
            stop,
            options,
            catalogue};
    }
};

/// Ends a cancelled task, or a run that a signal ends, by unwinding it from the place where it is.
/// Not derived from std::exception, so that code which catches errors does not catch it.
struct Cancelled {};

/// To be called in everything that can take long without keeping a promise: loops, evaluation.
inline void cancel_if_stopped(const Stop& stop) {
    if (stop.signal() != 0) throw Cancelled{};
}

/// Takes a lock; waits for it until `until` if another agent holds it. Waits through the world's
/// keeper, so that pending promises and other tasks go on.
///
/// It looks every 100 ms: the kernel reports that another process has released a lock only to a
/// thread that blocks in fcntl(), which neither a descriptor nor a cancellation could end.
LockAnswer wait_for_lock(
    World& world, LockName name, const LockTerms& terms, PromiseKeeper::Clock::time_point until
);

} // namespace vow
