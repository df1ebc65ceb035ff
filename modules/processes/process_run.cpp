#include "modules/processes/process_run.h"

#include "modules/sdk/cpp/executable.h"
#include "modules/sdk/cpp/manner.h"
#include "modules/sdk/cpp/text.h"
#include "protocol/system/process_table.h"
#include "protocol/system/running_command.h"
#include "protocol/text/text.h"

#include <cerrno>
#include <chrono>
#include <csignal>
#include <thread>

#include <unistd.h>

namespace vow::modules {

namespace {

/// Drops the output of a stop command.
class DroppedOutput : public CommandListener {
public:
    explicit DroppedOutput(const Log& log) : log_(log) {}
    void output(std::string_view) override {}
    bool is_stopped() const override { return log_.is_stopped(); }

private:
    const Log& log_;
};

} // namespace

Outcome ProcessRun::run() {
    warn_about_restart_loop();
    if (!may_be_restarted()) return {};
    const std::vector<RunningProcess> processes = matching();
    // The reference names the processes, neither stops nor signals them, and keeps the promise.
    const bool only_names = acts_as_reference() && promise().terms.only_warns();
    for (const RunningProcess& process : processes)
        record_.log(
            only_names ? LogLevel::warning : LogLevel::verbose,
            text({"Matched '", process.command, "'"})
        );
    if (!is_counted(processes.size())) {
        bool killed = false;
        bool may_continue = true;
        if (!processes.empty() && !only_names) {
            may_continue = process_.stop.empty() || stop();
            if (may_continue) killed = signal(processes);
        }
        const bool to_restart = killed || processes.empty();
        if (may_continue && to_restart && !process_.restart_class.empty())
            request_restart(killed ? Verdict::repaired : Verdict::kept);
        else if (may_continue)
            record_.add(Verdict::kept); // nothing to restart
    }
    if (record_.verdicts().empty()) record_.add(Verdict::kept);
    return {.classes = std::move(classes_)};
}

void ProcessRun::warn_about_restart_loop() {
    if (process_.restart_class.empty()) return;
    if (!process_.sends(SIGTERM) && !process_.sends(SIGKILL)) return;
    record_.log(
        LogLevel::warning,
        text({"Promise '", promise().promiser, "' kills then restarts - never strictly converges"})
    );
}

bool ProcessRun::may_be_restarted() {
    if (!process_.count || process_.restart_class.empty()) return true;
    if (!process_.count->range.contains(0)) return true;
    const std::string why = text(
        {"Promise constraint conflicts - '",
         promise().promiser,
         "' processes cannot have zero count if restarted"}
    );
    if (!acts_as_reference()) {
        record_.failed(why);
        return false;
    }
    record_.log(LogLevel::error, why);
    return true;
}

std::vector<RunningProcess> ProcessRun::matching() const {
    std::vector<RunningProcess> found;
    for (RunningProcess& process : running_processes()) {
        if (!process_.command.is_in(process.command)) continue;
        if (process_.selection && !process_.selection->selects(process)) continue;
        if (!process_.signals.empty() && !may_be_signalled(process)) continue;
        found.push_back(std::move(process));
    }
    return found;
}

/// Process 1 may get SIGHUP, but no other signal.
bool ProcessRun::may_be_signalled(const RunningProcess& process) const {
    if (process.pid == 1) return process_.signals.size() == 1 && process_.sends(SIGHUP);
    return process.pid > 3 && process.pid != getpid() && process.pid != log_.agent();
}

bool ProcessRun::is_counted(std::size_t number) {
    if (!process_.count) return false;
    const ProcessCount& count = *process_.count;
    const bool in_range = count.range.contains(static_cast<std::int64_t>(number));
    classes_ = in_range ? count.in_range : count.out_of_range;
    if (in_range) {
        record_.kept(text({"Process promise for '", promise().promiser, "' is kept"}));
    } else {
        const std::string found = text(
            {"Process count for '",
             promise().promiser,
             "' was out of promised range (",
             std::to_string(number),
             " found)"}
        );
        if (acts_as_reference()) {
            // A count needs no change, so that a dry run has the same result.
            record_.log(LogLevel::verbose, found);
            record_.add(Verdict::repaired);
        } else if (promise().terms.changes_allowed()) {
            record_.repaired(found);
        } else {
            record_.warned(found);
        }
    }
    return in_range;
}

/// False without a command to stop them.
bool ProcessRun::stop() {
    const std::string& command = process_.stop;
    Command program{
        .arguments = words_of(command), .umask = 077, .lock_descriptor = log_.lock_descriptor()};
    if (!promise().terms.changes_allowed()) {
        record_.warned(text(
            {"Need to keep process-stop promise for '",
             promise().promiser,
             "', but only a warning is promised"}
        ));
        return true;
    }
    if (program.arguments.empty() || !may_execute(program.arguments[0], record_)) {
        record_.failed(text(
            {"Process promise to stop '",
             promise().promiser,
             "' could not be kept because '",
             command,
             "' is not executable"}
        ));
        return false;
    }
    const auto checked = log_.trust().checked(std::move(program));
    if (const auto* objection = std::get_if<Objection>(&checked)) {
        record_.failed(text(
            {"Process promise to stop '",
             promise().promiser,
             "' could not be kept because '",
             command,
             "' is not trusted: ",
             objection->reason}
        ));
        return false;
    }
    DroppedOutput output(log_);
    const CommandEnding ending = run_command(std::get<TrustedCommand>(checked), output);
    if (ending.kind == CommandEnding::Kind::exited && ending.number == 0) {
        record_.repaired(text(
            {"Promise to stop '", promise().promiser, "' repaired, '", command, "' returned zero"}
        ));
    } else {
        record_.failed(text(
            {"Promise to stop '", promise().promiser, "' failed, '", command, "' returned nonzero"}
        ));
    }
    return true;
}

bool ProcessRun::signal(const std::vector<RunningProcess>& processes) {
    bool killed = false;
    for (const RunningProcess& process : processes) {
        for (const ProcessSignal& signal : process_.signals) {
            if (log_.is_stopped()) return killed;
            if (signal.kind == ProcessSignal::Kind::pause)
                pause(signal.number);
            else
                killed = send(signal, process) || killed;
        }
    }
    return killed;
}

bool ProcessRun::send(const ProcessSignal& signal, const RunningProcess& process) {
    if (!promise().terms.changes_allowed()) {
        const std::string need = text(
            {"Need to keep signal promise '",
             signal.name,
             "' in process entry '",
             process.command,
             "'"}
        );
        if (acts_as_reference())
            record_.log(LogLevel::error, need);
        else
            record_.warned(need);
        return false;
    }
    const std::string number = std::to_string(signal.number);
    if (::kill(static_cast<pid_t>(process.pid), signal.number) == 0) {
        record_.repaired(text(
            {"Signalled '",
             signal.name,
             "' (",
             number,
             ") to process ",
             std::to_string(process.pid),
             " (",
             process.command,
             ")"}
        ));
    } else {
        const int error = errno;
        record_.failed_with(
            error,
            text(
                {"Couldn't send promised signal '",
                 signal.name,
                 "' (",
                 number,
                 ") to pid ",
                 std::to_string(process.pid),
                 " (might be dead). (kill: ",
                 system_message(error),
                 ")"}
            )
        );
    }
    return signal.number == SIGKILL || signal.number == SIGTERM;
}

void ProcessRun::pause(int seconds) const {
    if (!promise().terms.changes_allowed()) return;
    for (int tenths = seconds * 10; tenths > 0 && !log_.is_stopped(); --tenths)
        std::this_thread::sleep_for(std::chrono::milliseconds(100));
}

/// Only action_policy warn leaves the class undefined: in a dry run, promises that it guards are
/// reported, too.
void ProcessRun::request_restart(Verdict verdict) {
    if (promise().terms.only_warns()) {
        record_.warned(text(
            {"Need to keep restart promise for '",
             promise().promiser,
             "', but only a warning is promised"}
        ));
        return;
    }
    record_.log(LogLevel::verbose, text({"C:     +  Global class: ", process_.restart_class, " "}));
    record_.add(verdict);
    classes_.push_back(process_.restart_class);
}

} // namespace vow::modules
