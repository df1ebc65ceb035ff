#include "protocol/client/promise_exchange.h"

#include "protocol/client/module_error.h"
#include "protocol/client/quotation.h"
#include "protocol/wire/whole_outcome.h"

namespace vow::client {
namespace {

using wire::Operation;
using wire::Result;

Verdict verdict_of(Result result) {
    switch (result) {
    case Result::kept: return Verdict::kept;
    case Result::repaired: return Verdict::repaired;
    case Result::not_kept: return Verdict::not_kept;
    case Result::error:
    case Result::valid:
    case Result::invalid:
    case Result::success:
    case Result::failure: break;
    }
    return Verdict::error;
}

/// Completes "Promise with promiser '...' " in the verbose log.
std::string_view what_happened(Result result) {
    switch (result) {
    case Result::kept: return "was kept";
    case Result::repaired: return "was repaired";
    default: return "was not kept";
    }
}

} // namespace

PromiseExchange::PromiseExchange(
    const Promise& promise,
    PromiseListener& listener,
    std::string_view module,
    const Secrets& secrets,
    Extent extent
)
    : promise_(&promise),
      listener_(&listener),
      module_(module),
      secrets_(&secrets),
      extent_(extent) {}

std::chrono::nanoseconds PromiseExchange::duration() const {
    return std::chrono::steady_clock::now() - started_;
}

void PromiseExchange::log_line(LogLevel level, std::string_view line) const {
    if (secrets_->empty()) return listener_->log(level, line);
    listener_->log(level, secrets_->masked(line));
}

void PromiseExchange::progress(const wire::ProgressLine& line) const {
    listener_->progress(line.percent, secrets_->masked(line.text));
}

void PromiseExchange::log(const wire::LogLine& line) {
    // A line of unknown level counts as an error.
    const LogLevel level = line.level.value_or(LogLevel::error);
    log_count_.add(level);
    last_log_line_ = secrets_->masked(line.text);
    if (line.level) {
        log_line(level, line.text);
    } else {
        log_line(
            level,
            line.text + " (the module logged it as 'log_" + line.word + "', which is not a level)"
        );
    }
}

std::optional<Outcome> PromiseExchange::answer(const wire::Reply& reply) {
    for (const wire::LogLine& line : reply.log)
        log(line);
    check_operation(reply);
    if (auto outcome = whole(reply)) return outcome;
    for (const std::string& remark : reply.remarks) {
        log_line(
            LogLevel::warning,
            "Promise module '" + std::string(module_) + "' answered " +
                std::string(text_of(operation_)) + " incorrectly: " + remark
        );
    }
    if (operation_ != Operation::evaluate_promise && !reply.result_classes.empty()) {
        log_line(
            LogLevel::warning,
            "Promise module '" + std::string(module_) + "' answered " +
                std::string(text_of(operation_)) +
                " with result classes; only evaluate_promise may, and they are ignored"
        );
    }

    const std::optional<Result> result =
        reply.result ? result_from(operation_, *reply.result) : std::nullopt;
    if (!result) {
        log_line(
            LogLevel::error,
            "Promise module '" + std::string(module_) + "' answered " +
                std::string(text_of(operation_)) + " with " +
                (reply.result
                     ? "the unknown result " + quoted_excerpt(secrets_->masked(*reply.result))
                     : "no result") +
                "; expected " + results_of(operation_) + " for " + name_of(*promise_)
        );
        return outcome(Verdict::error);
    }
    const auto faults = find_logging_faults(operation_, *result, log_count_, *promise_);
    for (const std::string& breach : faults)
        log_line(LogLevel::critical, breach);
    if (operation_ == Operation::validate_promise) return validated(*result);
    return evaluated(*result, reply);
}

/// The agent's own module has kept the promise as if inside the agent: nothing is judged here.
std::optional<Outcome> PromiseExchange::whole(const wire::Reply& reply) {
    auto sent = reply.outcome ? wire::outcome_from(*reply.outcome) : std::nullopt;
    if (!sent) return std::nullopt;
    sent->duration = duration();
    sent->classes = reply.result_classes;
    sent->variables = reply.variables;
    sent->changes = reply.changes;
    return secrets_->masked(*std::move(sent));
}

void PromiseExchange::check_operation(const wire::Reply& reply) const {
    // Some published modules do not name the operation that they answer.
    if (!reply.operation || *reply.operation == text_of(operation_)) return;
    throw ModuleError(
        ModuleError::Cause::protocol,
        "answered " + quoted_excerpt(secrets_->masked(*reply.operation)) + " when " +
            std::string(text_of(operation_)) + " was requested"
    );
}

std::optional<Outcome> PromiseExchange::validated(Result result) {
    if (result == Result::valid) {
        if (extent_ == Extent::only_validate) return outcome(Verdict::kept);
        operation_ = Operation::evaluate_promise;
        log_count_ = {};
        return std::nullopt;
    }
    if (result == Result::error) {
        log_line(
            LogLevel::error,
            "Promise module '" + std::string(module_) + "' failed with an error while validating " +
                name_of(*promise_)
        );
        return outcome(Verdict::error);
    }
    if (wants(LogLevel::verbose)) {
        log_line(LogLevel::verbose, name_of(*promise_) + " failed validation and is not evaluated");
    }
    return outcome(Verdict::not_kept);
}

Outcome PromiseExchange::evaluated(Result result, const wire::Reply& reply) {
    if (result == Result::error) {
        log_line(
            LogLevel::error,
            "Promise module '" + std::string(module_) + "' failed with an error while evaluating " +
                name_of(*promise_)
        );
    } else if (wants(LogLevel::verbose)) {
        log_line(
            LogLevel::verbose,
            "Promise with promiser '" + promise_->promiser + "' " +
                std::string(what_happened(result)) + " by promise module '" + std::string(module_) +
                "'"
        );
    }
    Outcome answered = outcome(verdict_of(result));
    answered.only_warned = result == Result::not_kept && !promise_->terms.changes_allowed() &&
                           log_count_.has_at_least(LogLevel::warning) &&
                           !log_count_.has_at_least(LogLevel::error);
    answered.classes = reply.result_classes;
    answered.variables = reply.variables;
    answered.changes = reply.changes;
    return secrets_->masked(std::move(answered));
}

Outcome PromiseExchange::outcome(Verdict verdict) const {
    Outcome made = Outcome::of(verdict);
    made.duration = duration();
    return made;
}

} // namespace vow::client
