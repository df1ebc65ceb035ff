#include "agent/report/sinks/line_look.h"

#include <array>

namespace vow::agent {
namespace {

constexpr std::string_view red = "\x1b[31m", yellow = "\x1b[33m", green = "\x1b[32m";
constexpr std::string_view blue = "\x1b[34m";

// In the order of LogLevel.
constexpr std::array<LineLook, 7> looks = {{
    {"CRITICAL: ", red},
    {"   error: ", red},
    {" warning: ", yellow},
    {"  notice: ", green},
    {"    info: ", green},
    {" verbose: ", blue},
    {"   debug: ", blue},
}};

} // namespace

const LineLook& look_of(const LogRecord& record) {
    if (record.kind == LogRecord::Kind::report) return report_look;
    if (record.kind == LogRecord::Kind::plain_report) return plain_look;
    return looks.at(static_cast<std::size_t>(record.level));
}

} // namespace vow::agent
