#pragma once

#include "policy/run/facts.h"
#include "policy/run/host.h"
#include "policy/run/observer.h"
#include "policy/run/state.h"
#include "protocol/description/description_source.h"
#include "protocol/promise/keeper.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace vow {

/// What a policy is loaded for. To be checked, it may be a part of one, with nothing to run.
enum class Purpose {
    run,
    check,
    check_part ///< what would run is not looked at
};

/// Whether checking a policy may start the modules it names, to ask what they say of themselves.
enum class AskModules { yes, no };

/// What the command line says about a run.
struct RunOptions {
    Purpose purpose = Purpose::run;
    AskModules ask_modules = AskModules::yes;
    std::vector<std::string> define = {};          ///< -D
    std::vector<std::string> negate = {};          ///< -N
    std::vector<std::string> bundle_sequence = {}; ///< -b; empty: the policy's own
    bool use_locks = true;                         ///< not -K
    Terms::Policy policy = Terms::Policy::fix;     ///< dry_run for -n
    bool resume = false;                           ///< go on where the last run ended waiting
};

/// A signal that ends the run was received, as a number; 0: none.
class Stop {
public:
    virtual ~Stop() = default;
    virtual int signal() const = 0;
};

/// Everything a policy works with, borrowed for one run.
struct World {
    PromiseKeeper& keeper;
    DescriptionSource& descriptions;
    Host& host;
    Facts& facts;
    State& state;
    Observer& observer;
    const Stop& stop;
    const RunOptions& options;

    /// The same world with another keeper and observer.
    World with(PromiseKeeper& other_keeper, Observer& other_observer) const {
        return {other_keeper, descriptions, host, facts, state, other_observer, stop, options};
    }
};

} // namespace vow
