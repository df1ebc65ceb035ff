#include "protocol/wire/message.h"

#include <algorithm>
#include <array>

namespace vow::wire {
namespace {

/// In the order of the enumerators.
constexpr std::array<std::string_view, 4> operations = {
    "validate_promise",
    "evaluate_promise",
    "terminate",
    "describe",
};

/// In the order of the enumerators.
constexpr std::array<std::string_view, 8> results = {
    "valid",
    "invalid",
    "kept",
    "repaired",
    "not_kept",
    "success",
    "failure",
    "error",
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
    return operations.at(static_cast<std::size_t>(operation));
}

std::string_view text_of(Result result) {
    return results.at(static_cast<std::size_t>(result));
}

std::optional<Operation> operation_from(std::string_view word) {
    const auto found = std::find(operations.begin(), operations.end(), word);
    if (found == operations.end()) return std::nullopt;
    return static_cast<Operation>(found - operations.begin());
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
