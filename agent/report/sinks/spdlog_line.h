#pragma once

// Neither spdlog nor fmt is linked: loading libraries would cost every start. So both are compiled
// in, in this folder alone, since their headers are slow to compile.
#define SPDLOG_HEADER_ONLY
#define FMT_HEADER_ONLY

#include "agent/report/log_settings.h"
#include "agent/report/log_sink.h"

#include <spdlog/pattern_formatter.h>
#include <spdlog/sinks/base_sink.h>

#include <memory>
#include <string>
#include <string_view>

namespace vow::agent {

/// A sink of one thread.
using PlainSink = spdlog::sinks::base_sink<spdlog::details::null_mutex>;

/// A whole line as spdlog passes it on. Its levels lack two of ours, so each sink gets whole lines
/// at one level.
spdlog::details::log_msg message_of(std::string_view line);

/// The line between its time and `end`.
std::unique_ptr<spdlog::formatter> line_format(Timestamps timestamps, const std::string& end);

/// The line in the form of a pattern of spdlog, in which `%*` is the offset from UTC without a
/// colon, and `%?` the day of the month with a blank before a single digit.
std::unique_ptr<spdlog::formatter>
pattern_format(const std::string& pattern, const std::string& end);

/// The prefix of a log line, and its color on a terminal.
struct LineLook {
    std::string_view prefix;
    std::string_view color; ///< an escape sequence; empty: none
};

constexpr LineLook report_look = {"R: ", ""};
constexpr LineLook plain_look = {"", ""};

const LineLook& look_of(const LogRecord& record);

} // namespace vow::agent
