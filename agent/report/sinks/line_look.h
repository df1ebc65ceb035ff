#pragma once

#include "agent/report/log_sink.h"

namespace vow::agent {

/// The prefix of a log line, and its color on a terminal.
struct LineLook {
    std::string_view prefix;
    std::string_view color; ///< an escape sequence; empty: none
};

constexpr LineLook report_look = {"R: ", ""};
constexpr LineLook plain_look = {"", ""};

const LineLook& look_of(const LogRecord& record);

} // namespace vow::agent
