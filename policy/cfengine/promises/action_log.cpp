#include "policy/cfengine/promises/promise_lock.h"

#include <array>
#include <chrono>
#include <ctime>

namespace vow::cfengine {
namespace {

std::string member_text(const Data& action, std::string_view name) {
    const Data* member = action.find(name);
    return member ? std::string(member->text()) : std::string();
}

const std::string& destination_of(const ActionLog& log, Verdict worst) {
    switch (worst) {
    case Verdict::kept: return log.kept;
    case Verdict::repaired: return log.repaired;
    case Verdict::not_kept:
    case Verdict::denied:
    case Verdict::timed_out:
    case Verdict::error: break;
    }
    return log.failed;
}

/// One line for a syslog server, after RFC 3164: "<14>Nov 22 15:04:05 HOST vow[123]: LINE".
std::optional<std::string>
send_to_syslog(RunState& run, const std::string& line, LogPriority priority) {
    const std::time_t now = std::chrono::system_clock::to_time_t(run.world.host.now());
    std::tm local = {};
    ::localtime_r(&now, &local);
    std::array<char, 32> time = {};
    std::strftime(time.data(), time.size(), "%b %e %H:%M:%S", &local);
    const Fact* fact = run.world.facts.find("fqhost");
    const auto* host = fact != nullptr ? std::get_if<std::string>(fact) : nullptr;
    const LogFacility facility = run.control.log_facility.value_or(LogFacility::user);
    const int code = static_cast<int>(facility) * 8 + static_cast<int>(priority);
    const std::string message = "<" + std::to_string(code) + ">" + time.data() + " " +
                                (host != nullptr ? *host : "localhost") + " vow[" +
                                std::to_string(run.world.host.self().pid) + "]: " + line;
    return run.world.network.send_datagram(
        run.control.syslog.host, run.control.syslog.port, message
    );
}

} // namespace

ActionLog ActionLog::from(const Data& action) {
    return {
        .line = member_text(action, "log_string"),
        .kept = member_text(action, "log_kept"),
        .repaired = member_text(action, "log_repaired"),
        .failed = member_text(action, "log_failed")};
}

void log_result(RunState& run, const ActionLog& log, const Verdicts& verdicts, const Terms& terms) {
    const Verdict worst = verdicts.worst();
    const bool has_warned = worst > Verdict::repaired && !terms.changes_allowed();
    const std::string& destination = destination_of(log, worst);
    if (log.line.empty() || destination.empty() || has_warned) return;
    if (destination == "stdout") {
        const std::string line = "L: " + log.line;
        if (terms.log_level >= LogLevel::info)
            run.world.observer.receive(LogLine{LogLevel::info, line, run.scopes.current()});
        return;
    }
    const std::string line = run.secrets().masked(log.line);
    run.log(LogLevel::verbose, "Logging string '" + line + "' to '" + destination + "'");
    const auto failure =
        destination == "udp_syslog"
            ? send_to_syslog(run, line, terms.log_priority.value_or(LogPriority::info))
            : run.world.host.append_line(destination, line);
    if (failure)
        run.log(LogLevel::error, "Unable to open private log '" + destination + "': " + *failure);
}

} // namespace vow::cfengine
