#pragma once

#include "modules/processes/process_promise.h"
#include "modules/sdk/cpp/log.h"
#include "protocol/promise/record.h"

#include <string>
#include <vector>

namespace vow::modules {

/// Keeps one `processes` promise: finds the processes, counts, stops or signals them, and defines a
/// class if something has to be started. Borrows its arguments.
class ProcessRun {
public:
    ProcessRun(const ProcessPromise& process, Record& record, const Log& log)
        : process_(process),
          record_(record),
          log_(log) {}

    Outcome run();

private:
    /// Warns about a promise that kills the processes it has restarted, as it never converges.
    void warn_about_restart_loop();
    /// False, and an error, if none is as promised, too. The reference goes on all the same.
    bool may_be_restarted();
    std::vector<RunningProcess> matching() const;
    bool may_be_signalled(const RunningProcess& process) const;
    /// True if the number is as promised and nothing else is left to do.
    bool is_counted(std::size_t number);
    bool stop();
    /// Returns whether any process got a terminating signal.
    bool signal(const std::vector<RunningProcess>& processes);
    bool send(const ProcessSignal& signal, const RunningProcess& process);
    void pause(int seconds) const;
    void request_restart(Verdict verdict);

    const Promise& promise() const { return record_.promise(); }

    const ProcessPromise& process_;
    Record& record_;
    const Log& log_;
    std::vector<std::string> classes_ = {};
};

} // namespace vow::modules
