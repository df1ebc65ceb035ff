#pragma once

#include "protocol/description/secrets.h"
#include "protocol/promise/keeper.h"
#include "protocol/promise/log_level.h"
#include "protocol/promise/promise.h"
#include "protocol/wire/message.h"

#include <array>
#include <chrono>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace vow::client {

/// Counts the lines of each level that a module logged during one operation, before any filter.
class LogCount {
public:
    void add(LogLevel level) { ++counts_.at(static_cast<std::size_t>(level)); }
    bool has(LogLevel level) const { return counts_.at(static_cast<std::size_t>(level)) > 0; }
    /// True if at least one line has this level or a more severe one.
    bool has_at_least(LogLevel level) const;

private:
    std::array<unsigned, 7> counts_ = {};
};

/// "git promise with promiser '/opt' (policy.cf:12)", for messages.
std::string name_of(const Promise& promise);

/// Faults in how a module logged (module protocol, section 5), one line each, to be logged as
/// critical: a result means little without the log lines that belong to it.
std::vector<std::string> find_logging_faults(
    wire::Operation operation, wire::Result result, const LogCount& log, const Promise& promise
);

/// The exchange about one promise: validate, then evaluate. Forwards log lines, judges replies, and
/// makes the outcome; secrets are masked in all of them. Knows neither processes nor pipes.
class PromiseExchange {
public:
    enum class Extent { whole, only_validate };

    /// All arguments outlive the outcome. `module` is the module's path, for messages. A promise
    /// that is only validated is kept if it is valid.
    PromiseExchange(
        const Promise& promise,
        PromiseListener& listener,
        std::string_view module,
        const Secrets& secrets,
        Extent extent = Extent::whole
    );

    const Promise& promise() const { return *promise_; }
    PromiseListener& listener() const { return *listener_; }
    Extent extent() const { return extent_; }
    wire::Operation operation() const { return operation_; }
    const std::string& last_log_line() const { return last_log_line_; }
    std::chrono::nanoseconds duration() const;

    void log(const wire::LogLine& line);
    void progress(const wire::ProgressLine& line) const;
    /// Logs a line about the module.
    void log_line(LogLevel level, std::string_view line) const;
    bool wants(LogLevel level) const { return level <= promise_->terms.log_level; }

    /// Takes the reply to the current operation. Returns the outcome, or nullopt if the promise is
    /// valid and `evaluate` comes next. Throws ModuleError when the reply belongs to another
    /// operation, as every later one may then be wrong, too.
    std::optional<Outcome> answer(const wire::Reply& reply);

private:
    std::optional<Outcome> whole(const wire::Reply& reply);
    std::optional<Outcome> validated(wire::Result result);
    Outcome evaluated(wire::Result result, const wire::Reply& reply);
    Outcome outcome(Verdict verdict) const;
    void check_operation(const wire::Reply& reply) const;

    const Promise* promise_;
    PromiseListener* listener_;
    std::string_view module_;
    const Secrets* secrets_;
    Extent extent_;
    std::chrono::steady_clock::time_point started_ = std::chrono::steady_clock::now();
    wire::Operation operation_ = wire::Operation::validate_promise;
    LogCount log_count_;
    std::string last_log_line_;
};

/// Whether the progress of promises is displayed. If so, modules get VOW_PROGRESS=1 in their
/// environment, and report it (module protocol, section 9).
enum class Progress { unwatched, watched };

} // namespace vow::client
