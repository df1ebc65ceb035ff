#pragma once

#include "protocol/promise/log_level.h"
#include "protocol/promise/promise.h"
#include "protocol/wire/message.h"

#include <array>
#include <cstddef>
#include <string>
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

} // namespace vow::client
