#include "protocol/client/promise_exchange.h"

#include <algorithm>

namespace vow::client {
namespace {

using wire::Operation;
using wire::Result;

constexpr std::string_view bug = "Bug in promise module - ";
constexpr std::string_view changes_disabled = " while making changes on the system disabled";

std::string line_of(std::string_view before, const Promise& promise, std::string_view after = {}) {
    return std::string(bug) + std::string(before) + name_of(promise) + std::string(after);
}

} // namespace

bool LogCount::has_at_least(LogLevel level) const {
    return std::any_of(
        counts_.begin(),
        counts_.begin() + static_cast<std::ptrdiff_t>(level) + 1,
        [](unsigned count) { return count > 0; }
    );
}

std::string name_of(const Promise& promise) {
    return promise.type->name + " promise with promiser '" + promise.promiser + "' (" +
           promise.origin.file + ":" + std::to_string(promise.origin.line) + ")";
}

std::vector<std::string> find_logging_faults(
    Operation operation, Result result, const LogCount& log, const Promise& promise
) {
    std::vector<std::string> faults;
    if (result == Result::error && !log.has(LogLevel::critical)) {
        faults.push_back(line_of("No critical message logged for an error in ", promise));
    }
    if (operation == Operation::validate_promise) {
        if (result == Result::invalid && !log.has_at_least(LogLevel::error)) {
            faults.push_back(line_of("No error(s) logged for invalid ", promise));
        }
        return faults;
    }

    const bool may_change = promise.terms.changes_allowed();
    if (!may_change && log.has(LogLevel::info)) {
        faults.push_back(line_of("'info:' log messages reported for ", promise, changes_disabled));
    }
    if (result == Result::not_kept) {
        if (may_change && !log.has_at_least(LogLevel::error)) {
            faults.push_back(line_of("Failed to log errors for not kept ", promise));
        } else if (!may_change && !log.has_at_least(LogLevel::warning)) {
            faults.push_back(
                line_of("Failed to log warnings for not kept ", promise, changes_disabled)
            );
        }
    }
    if (result == Result::repaired) {
        if (!may_change) {
            faults.push_back(line_of("", promise, " repaired" + std::string(changes_disabled)));
        } else if (!log.has(LogLevel::info)) {
            faults.push_back(line_of("Failed to log about changes made by a repaired ", promise));
        }
    }
    return faults;
}

} // namespace vow::client
