#pragma once

#include "protocol/promise/outcome.h"
#include "protocol/promise/promise.h"

namespace vow::client {

/// Receives what becomes of the processes of modules, when it happens: for traces. It cannot change
/// anything. A process is named by its number, which another may get once it has ended.
class ProcessWatcher {
public:
    virtual ~ProcessWatcher() = default;
    virtual void process_started(int process, const PromiseType& module) = 0;
    /// A process is done with a promise, before the outcome is passed on.
    virtual void process_worked(int process, const Promise& promise, const Outcome& outcome) = 0;
    virtual void process_ended(int process) = 0;
};

} // namespace vow::client
