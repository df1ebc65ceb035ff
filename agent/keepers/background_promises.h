#pragma once

#include "agent/keepers/bundled_keeper.h"
#include "agent/report/log.h"
#include "agent/report/output.h"

#include <vector>

#include <sys/types.h>

namespace vow::agent {

/// Keeps promises by bundled modules in processes of their own, which log by themselves. The run
/// goes on at once and waits for them at its end; their outcomes remain unknown to it.
class BackgroundPromises {
public:
    /// Borrows all.
    BackgroundPromises(BundledKeeper& bundled, Log& log, Output& output)
        : bundled_(bundled),
          log_(log),
          output_(output) {}

    /// Calls done() of the listener, without verdicts, before it returns. If no process can be
    /// started, the promise is kept here.
    void start(const Promise& promise, PromiseListener& listener);
    /// Waits until all have ended, or a signal ends the run.
    void wait(const Stop& stop);

private:
    BundledKeeper& bundled_;
    Log& log_;
    Output& output_;
    std::vector<pid_t> processes_;
};

} // namespace vow::agent
