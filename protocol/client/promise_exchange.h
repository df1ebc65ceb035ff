#pragma once

#include "protocol/client/manners.h"
#include "protocol/description/secrets.h"
#include "protocol/promise/keeper.h"
#include "protocol/wire/message.h"

#include <chrono>
#include <optional>
#include <string>
#include <string_view>

namespace vow::client {

/// What a module is asked and answers about one promise: validate, then evaluate. It passes on log
/// lines, judges the answers, and makes the outcome, all without secrets. It knows neither
/// processes nor pipes.
class PromiseExchange {
public:
    /// All live until the outcome has been told. `module` is the module's path, for messages.
    PromiseExchange(
        const Promise& promise,
        PromiseListener& listener,
        std::string_view module,
        const Secrets& secrets
    );

    const Promise& promise() const { return *promise_; }
    PromiseListener& listener() const { return *listener_; }
    wire::Operation operation() const { return operation_; }
    const std::string& last_log_line() const { return last_log_line_; }
    std::chrono::nanoseconds duration() const;

    void log(const wire::LogLine& line);
    void progress(const wire::ProgressLine& line) const;
    /// A line about the module, not from it.
    void say(LogLevel level, std::string_view line) const;
    bool wants(LogLevel level) const { return level <= promise_->terms.log_level; }

    /// Takes the answer to the operation under way. The outcome; or none: the promise is valid, and
    /// the operation is now to evaluate it. Throws ModuleError when the answer belongs to another
    /// operation, since the next one may then as well.
    std::optional<Outcome> answer(const wire::Reply& reply);

private:
    std::optional<Outcome> validated(wire::Result result);
    Outcome evaluated(wire::Result result, const wire::Reply& reply);
    Outcome outcome(Verdict verdict) const;
    void check_operation(const wire::Reply& reply) const;

    const Promise* promise_;
    PromiseListener* listener_;
    std::string_view module_;
    const Secrets* secrets_;
    std::chrono::steady_clock::time_point started_ = std::chrono::steady_clock::now();
    wire::Operation operation_ = wire::Operation::validate_promise;
    LogCount log_count_;
    std::string last_log_line_;
};

} // namespace vow::client
