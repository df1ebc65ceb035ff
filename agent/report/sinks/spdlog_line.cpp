#include "agent/report/sinks/spdlog_line.h"

#include <array>
#include <ctime>

namespace vow::agent {
namespace {

using WriteTime = std::size_t (*)(char* text, std::size_t size, const std::tm& time);

/// A part of the time that spdlog has no flag for.
class TimePart : public spdlog::custom_flag_formatter {
public:
    explicit TimePart(WriteTime write) : write_(write) {}

    void format(const spdlog::details::log_msg&, const std::tm& time, spdlog::memory_buf_t& line)
        override {
        std::array<char, 8> text{};
        const std::size_t size = write_(text.data(), text.size(), time);
        line.append(text.data(), text.data() + size);
    }
    std::unique_ptr<custom_flag_formatter> clone() const override {
        return std::make_unique<TimePart>(write_);
    }

private:
    WriteTime write_;
};

std::size_t write_offset(char* text, std::size_t size, const std::tm& time) {
    return std::strftime(text, size, "%z", &time);
}

std::size_t write_day(char* text, std::size_t size, const std::tm& time) {
    return std::strftime(text, size, "%e", &time);
}

} // namespace

spdlog::details::log_msg message_of(std::string_view line) {
    return {
        spdlog::string_view_t(),
        spdlog::level::info,
        spdlog::string_view_t(line.data(), line.size())};
}

std::unique_ptr<spdlog::formatter> line_format(Timestamps timestamps, const std::string& end) {
    return pattern_format(timestamps != Timestamps::no ? "%Y-%m-%dT%H:%M:%S%* %v" : "%v", end);
}

std::unique_ptr<spdlog::formatter>
pattern_format(const std::string& pattern, const std::string& end) {
    auto formatter =
        std::make_unique<spdlog::pattern_formatter>(spdlog::pattern_time_type::local, end);
    formatter->add_flag<TimePart>('*', write_offset)
        .add_flag<TimePart>('?', write_day)
        .set_pattern(pattern);
    return formatter;
}

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

// In the order of LogLevel.
constexpr std::array<LineLook, 7> promise_looks = {{
    {"", red},
    {"", red},
    {"", yellow},
    {"", green},
    {"", ""},
    {"", ""},
    {"", ""},
}};

} // namespace

const LineLook& look_of(const LogRecord& record) {
    if (record.kind == LogRecord::Kind::report) return report_look;
    if (record.kind == LogRecord::Kind::plain_report) return plain_look;
    if (record.kind == LogRecord::Kind::promise)
        return promise_looks.at(static_cast<std::size_t>(record.level));
    return looks.at(static_cast<std::size_t>(record.level));
}

} // namespace vow::agent
