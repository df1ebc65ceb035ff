#include "protocol/client/failure_report.h"

namespace vow::client {

std::vector<std::string> log_failure(
    const ModuleProcess& ended, const ModuleError& error, const std::vector<std::string>& shown
) {
    const PromiseExchange& exchange = ended.exchange();
    std::string line = error.what();
    line += ", while working on " + name_of(exchange.promise());
    if (error.cause() != ModuleError::Cause::gone) line += "; it " + text_of(ended.status());
    if (!error.advice().empty()) line += ". " + error.advice();
    const auto tail = ended.log().error_tail().lines();
    std::vector<std::string> lines(tail.begin(), tail.end());
    const bool is_shown = !lines.empty() && lines == shown;
    if (is_shown) line += ". Its standard error is that of the last time";
    exchange.log_line(LogLevel::error, line);
    if (is_shown) return lines;
    for (const std::string& last : lines)
        exchange.log_line(
            LogLevel::error, ended.log().subject() + " wrote to standard error: " + last
        );
    return lines;
}

ModuleError with_end(const ModuleError& error, const ModuleProcess& ended) {
    std::string what = error.what();
    if (error.cause() != ModuleError::Cause::gone) what += "; it " + text_of(ended.status());
    if (const auto last = ended.log().error_tail().lines(); !last.empty())
        what += ". It wrote to standard error: " + last.back();
    return {error.cause(), what, error.advice()};
}

std::string interpreter_conflict(const PromiseType& running, const PromiseType& type) {
    const auto interpreter_of = [](const PromiseType& any) {
        return any.interpreter.empty() ? "no interpreter" : "'" + any.interpreter + "'";
    };
    return "Conflicting interpreter specifications for custom promise module '" + type.path +
           "': it runs with " + interpreter_of(running) + " for promise type '" + running.name +
           "', and promise type '" + type.name + "' names " + interpreter_of(type);
}

} // namespace vow::client
