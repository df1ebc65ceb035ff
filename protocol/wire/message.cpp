#include "protocol/wire/message.h"

#include <algorithm>
#include <array>

namespace vow::wire {
namespace {

constexpr std::array all_operations = {
    Operation::validate_promise,
    Operation::evaluate_promise,
    Operation::terminate,
    Operation::describe,
};

struct Answer {
    Operation operation;
    Result result;
};

/// Sections 4 and 9.
constexpr std::array<Answer, 12> answers = {{
    {Operation::validate_promise, Result::valid},
    {Operation::validate_promise, Result::invalid},
    {Operation::validate_promise, Result::error},
    {Operation::evaluate_promise, Result::kept},
    {Operation::evaluate_promise, Result::repaired},
    {Operation::evaluate_promise, Result::not_kept},
    {Operation::evaluate_promise, Result::error},
    {Operation::terminate, Result::success},
    {Operation::terminate, Result::failure},
    {Operation::terminate, Result::error},
    {Operation::describe, Result::success},
    {Operation::describe, Result::error},
}};

} // namespace

std::string_view text_of(Operation operation) {
    switch (operation) {
    case Operation::validate_promise: return "validate_promise";
    case Operation::evaluate_promise: return "evaluate_promise";
    case Operation::terminate: return "terminate";
    case Operation::describe: return "describe";
    }
    return {};
}

std::string_view text_of(Result result) {
    switch (result) {
    case Result::valid: return "valid";
    case Result::invalid: return "invalid";
    case Result::kept: return "kept";
    case Result::repaired: return "repaired";
    case Result::not_kept: return "not_kept";
    case Result::success: return "success";
    case Result::failure: return "failure";
    case Result::error: return "error";
    }
    return {};
}

std::optional<Operation> operation_from(std::string_view word) {
    for (const Operation operation : all_operations) {
        if (text_of(operation) == word) return operation;
    }
    return std::nullopt;
}

std::optional<Result> result_from(Operation operation, std::string_view word) {
    for (const Answer& answer : answers) {
        if (answer.operation == operation && text_of(answer.result) == word) return answer.result;
    }
    return std::nullopt;
}

std::string results_of(Operation operation) {
    std::string text;
    for (const Answer& answer : answers) {
        if (answer.operation != operation) continue;
        if (answer.result == Result::error) {
            text += " or ";
        } else if (!text.empty()) {
            text += ", ";
        }
        text += "'" + std::string(text_of(answer.result)) + "'";
    }
    return text;
}

std::string_view log_level_word(LogLevel level) {
    return vow::text_of(std::max(level, LogLevel::error));
}

std::string_view action_policy_of(Terms::Policy policy) {
    switch (policy) {
    case Terms::Policy::fix: return {};
    case Terms::Policy::nop: return "nop";
    case Terms::Policy::warn:
    case Terms::Policy::dry_run:
    case Terms::Policy::simulate: break;
    }
    return "warn";
}

} // namespace vow::wire
