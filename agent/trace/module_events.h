#pragma once

#include "policy/run/observer.h"
#include "protocol/client/host_settings.h"

namespace vow::agent {

/// Sends what becomes of the processes of modules to an observer that wants scopes, as events.
class ModuleEvents final : public client::ProcessWatcher {
public:
    /// Borrows the observer.
    explicit ModuleEvents(Observer& observer) : observer_(observer) {}

    void process_started(int process, const PromiseType& module) override {
        if (observer_.wants_scopes())
            observer_.receive(ModuleStarted{process, module.name, module.path});
    }
    void process_worked(int process, const Promise& promise, const Outcome& outcome) override {
        if (observer_.wants_scopes()) observer_.receive(ModuleWorked{process, promise, outcome});
    }
    void process_ended(int process) override {
        if (observer_.wants_scopes()) observer_.receive(ModuleEnded{process});
    }

private:
    Observer& observer_;
};

} // namespace vow::agent
