#pragma once

#include "modules/processes/process_promise.h"
#include "modules/sdk/cpp/log.h"
#include "protocol/promise/record.h"

#include <string>
#include <vector>

namespace vow::modules {

/// One `processes` promise while it is kept: finds the processes, counts them, has them stopped or
/// signalled, and says by a class that something is to be started. It borrows its arguments.
class ProcessRun {
public:
    ProcessRun(const ProcessPromise& process, Record& record, const Log& log)
        : process_(process),
          record_(record),
          log_(log) {}

    Outcome run();

private:
    /// A promise that ends what it has restarted is never done.
    void warn_about_restart_loop();
    std::vector<RunningProcess> matching() const;
    bool may_be_signalled(const RunningProcess& process) const;
    /// Whether the number is as promised, and nothing more to do.
    bool is_counted(std::size_t number);
    bool stop();
    /// Whether any was told to end.
    bool signal(const std::vector<RunningProcess>& processes);
    bool send(const ProcessSignal& signal, const RunningProcess& process);
    void pause(int seconds) const;
    void ask_for_restart(bool killed);

    const Promise& promise() const { return record_.promise(); }

    const ProcessPromise& process_;
    Record& record_;
    const Log& log_;
    std::vector<std::string> classes_ = {};
};

} // namespace vow::modules
