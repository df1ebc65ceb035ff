#pragma once

#include "agent/simulation/layer_changes.h"
#include "policy/run/observer.h"
#include "protocol/harness/sandbox/sandbox.h"
#include "protocol/promise/forwarding.h"
#include "protocol/promise/pending_listeners.h"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace vow::agent {

/// Changes of files that were made while one of several promises was kept, or while none was; which
/// of them made the changes is not known.
struct LooseChanges {
    std::vector<std::string> during; ///< "files '/etc/motd' (motd.cf:6)"
    std::vector<Change> changes;
};

/// Passes promises on to the keeper of a run that takes place in a sandbox, and completes their
/// outcomes: with the changes of files that the layers of the sandbox show, whether or not the
/// module reports them; and of a promise that failed when it tried to reach outside, with the
/// reason why its outcome cannot be told.
class SandboxedKeeper final : public ForwardingKeeper {
public:
    using TellLoose = std::function<void(const LooseChanges&)>;

    /// Borrows keeper and sandbox. Changes below `ignored`, the folder of the run itself, do
    /// not count.
    SandboxedKeeper(
        PromiseKeeper& keeper,
        const harness::Inside& inside,
        const std::string& ignored,
        TellLoose tell
    );
    ~SandboxedKeeper() override;

    void start(const Promise& promise, PromiseListener& listener) override;
    bool wait(std::optional<Clock::time_point> until) override { return wait_or_ready(until, {}); }
    bool wait_or_ready(std::optional<Clock::time_point> until, std::span<const pollfd> descriptors)
        override;
    void cancel(PromiseListener& listener) override;

    /// To be called when a program is about to run that keeps no promise: it may change files.
    void program_runs() { is_program_run_ = true; }
    /// Tells what was changed since the last promise ended. To be called when the run has ended.
    void end();

private:
    class Pending;
    /// A promise that ended, and may have made changes that were not looked for yet.
    struct Ended {
        std::string promise;
        std::vector<std::string> paths; ///< that its module reported
    };

    Outcome completed(Pending& pending, Outcome outcome);
    void look_for_changes(Outcome& outcome, const Promise& promise);
    void tell_others(std::vector<Change> changes);
    void note_attempts();
    bool may_look() const;

    const harness::Inside& inside_;
    LayerChanges layers_;
    TellLoose tell_loose_;
    PendingListeners<Pending> pending_;
    std::vector<Ended> ended_;
    bool is_program_run_ = false;
};

} // namespace vow::agent
