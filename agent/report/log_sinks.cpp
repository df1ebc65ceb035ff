// The only file that uses spdlog, whose headers are slow to compile. Both libraries are compiled
// into this program here: loading them would slow down every start.
#define SPDLOG_HEADER_ONLY
#define FMT_HEADER_ONLY
#define SPDLOG_PREVENT_CHILD_FD // a command must not inherit the log file

#include "agent/report/log_sink.h"
#include "agent/report/log_socket.h"
#include "agent/report/shown_text.h"
#include "agent/usage_error.h"

#include <spdlog/pattern_formatter.h>
#include <spdlog/sinks/base_sink.h>
#include <spdlog/sinks/rotating_file_sink.h>

#include <array>
#include <cstdio>
#include <ctime>

#include <unistd.h>

namespace vow::agent {
namespace {

struct Look {
    std::string_view prefix;
    std::string_view color;
};

constexpr std::string_view red = "\x1b[31m", yellow = "\x1b[33m", green = "\x1b[32m";
constexpr std::string_view blue = "\x1b[34m", reset = "\x1b[0m";

// In the order of LogLevel.
constexpr std::array<Look, 7> looks = {{
    {"CRITICAL: ", red},
    {"   error: ", red},
    {" warning: ", yellow},
    {"  notice: ", green},
    {"    info: ", green},
    {" verbose: ", blue},
    {"   debug: ", blue},
}};
constexpr Look report_look = {"R: ", ""};

const Look& look_of(const LogRecord& record) {
    if (record.kind == LogRecord::Kind::report) return report_look;
    return looks.at(static_cast<std::size_t>(record.level));
}

spdlog::string_view_t borrowed(std::string_view text) {
    return {text.data(), text.size()};
}

/// A record as spdlog passes it on. Its levels lack two of ours, so each sink gets whole lines at
/// one level.
spdlog::details::log_msg message_of(std::string_view line) {
    return {spdlog::string_view_t(), spdlog::level::info, borrowed(line)};
}

/// The offset from UTC as strftime writes it, without the colon of spdlog's own.
class ZoneFlag : public spdlog::custom_flag_formatter {
public:
    void format(const spdlog::details::log_msg&, const std::tm& time, spdlog::memory_buf_t& line)
        override {
        std::array<char, 8> text{};
        const std::size_t size = std::strftime(text.data(), text.size(), "%z", &time);
        line.append(text.data(), text.data() + size);
    }
    std::unique_ptr<custom_flag_formatter> clone() const override {
        return std::make_unique<ZoneFlag>();
    }
};

std::unique_ptr<spdlog::formatter> line_format(Timestamps timestamps, const std::string& end) {
    auto formatter =
        std::make_unique<spdlog::pattern_formatter>(spdlog::pattern_time_type::local, end);
    formatter->add_flag<ZoneFlag>('*').set_pattern(
        timestamps == Timestamps::yes ? "%Y-%m-%dT%H:%M:%S%* %v" : "%v"
    );
    return formatter;
}

using PlainSink = spdlog::sinks::base_sink<spdlog::details::null_mutex>;

/// Lines for an Output, which knows about terminals and status lines.
class OutputSink : public PlainSink {
public:
    explicit OutputSink(Output& output) : output_(output) {}

    void set_color(std::string_view color) { color_ = color; }

protected:
    void sink_it_(const spdlog::details::log_msg& message) override {
        line_.clear();
        formatter_->format(message, line_);
        output_.write(color_);
        output_.write({line_.data(), line_.size()});
        if (!color_.empty()) output_.write(reset);
        output_.end_line();
    }
    void flush_() override { output_.flush(); }

private:
    Output& output_;
    std::string_view color_;
    spdlog::memory_buf_t line_;
};

/// Formats log lines and reports for terminals and log files: `R: ` before reports, the level
/// right-aligned before everything else (semantics, section 14).
class ConsoleSink : public LogSink {
public:
    ConsoleSink(Output& output, const ConsoleStyle& style)
        : sink_(output),
          colored_(
              style.color == Color::always ||
              (style.color == Color::automatic && output.is_interactive())
          ),
          interactive_(output.is_interactive()),
          keeps_lines_(!interactive_ && style.control_characters == ControlCharacters::kept) {
        sink_.set_formatter(line_format(style.timestamps, ""));
    }

    void write(const LogRecord& record) override {
        const Look& look = look_of(record);
        line_ = look.prefix;
        append(record);
        if (!record.excerpt.empty()) line_.append("\n").append(record.excerpt);
        sink_.set_color(colored_ ? look.color : std::string_view());
        sink_.log(message_of(line_));
    }
    void flush() override { sink_.flush(); }

private:
    /// A program that reads the output gets a report unchanged. On a terminal, its further lines
    /// are indented, so that they cannot look like other lines of the log.
    void append(const LogRecord& record) {
        const bool is_report = record.kind == LogRecord::Kind::report;
        if (keeps_lines_ || (is_report && !interactive_)) {
            line_ += record.text;
        } else if (!is_report) {
            append_shown(line_, record.text);
        } else {
            for (std::string_view rest = record.text;;) {
                const std::size_t end = rest.find('\n');
                append_shown(line_, rest.substr(0, end));
                if (end == rest.npos) break;
                line_ += "\n   ";
                rest.remove_prefix(end + 1);
            }
        }
    }

    OutputSink sink_;
    bool colored_;
    bool interactive_;
    bool keeps_lines_;
    std::string line_;
};

/// Reports a failed sink, once.
class Complaint {
public:
    explicit Complaint(std::string what) : what_(std::move(what)) {}

    template <class Write>
    void unless(Write write) {
        try {
            write();
        } catch (const std::exception& failure) {
            if (!std::exchange(is_made_, true))
                std::fprintf(stderr, "vow: cannot log to %s: %s\n", what_.c_str(), failure.what());
        }
    }

private:
    std::string what_;
    bool is_made_ = false;
};

class FileSink : public LogSink {
public:
    explicit FileSink(const LogFileSettings& settings)
        : complaint_(settings.path),
          sink_(settings.path, settings.max_size, settings.old_files) {
        sink_.set_formatter(line_format(Timestamps::yes, "\n"));
    }

    void write(const LogRecord& record) override {
        line_ = look_of(record).prefix;
        append_shown(line_, record.text);
        complaint_.unless([this] { sink_.log(message_of(line_)); });
    }
    void flush() override {
        complaint_.unless([this] { sink_.flush(); });
    }

private:
    Complaint complaint_;
    spdlog::sinks::rotating_file_sink_st sink_;
    std::string line_;
};

/// Each message is a datagram.
class SocketSink : public PlainSink {
public:
    SocketSink(const std::string& path, std::string_view option) : socket_(path, option) {
        set_formatter(
            std::make_unique<spdlog::pattern_formatter>("%v", spdlog::pattern_time_type::local, "")
        );
    }

    /// Makes messages begin with their time in the form of a pattern.
    void set_line_pattern(const std::string& pattern) {
        set_formatter(std::make_unique<spdlog::pattern_formatter>(
            pattern, spdlog::pattern_time_type::local, ""
        ));
    }

protected:
    void sink_it_(const spdlog::details::log_msg& message) override {
        spdlog::memory_buf_t datagram;
        formatter_->format(message, datagram);
        socket_.send({datagram.data(), datagram.size()});
    }
    void flush_() override {}

private:
    LogSocket socket_;
};

constexpr std::size_t longest_message = 64U << 10U; ///< bytes; services refuse much longer ones

/// In the form that programs send to /dev/log (RFC 3164): <38>Nov 21 22:30:00 vow[123]: text
class SyslogSink : public LogSink {
public:
    SyslogSink(const SyslogSettings& settings, std::string program)
        : complaint_(settings.socket),
          sink_(settings.socket, "--syslog"),
          program_(std::move(program)) {}

    void write(const LogRecord& record) override {
        const int code = static_cast<int>(record.facility) * 8 + static_cast<int>(record.priority);
        if (code != code_) {
            code_ = code;
            sink_.set_line_pattern(
                "<" + std::to_string(code) + ">%b %d %H:%M:%S " + program_ + "[%P]: %v"
            );
        }
        line_ = record.kind == LogRecord::Kind::report ? report_look.prefix : std::string_view();
        append_shown(line_, record.text.substr(0, longest_message));
        complaint_.unless([this] { sink_.log(message_of(line_)); });
    }
    void flush() override {}

private:
    Complaint complaint_;
    SocketSink sink_;
    std::string program_;
    std::string line_;
    int code_ = -1; ///< that the pattern is made for
};

/// In the journal's own protocol: one field per line (systemd, "Native Journal Protocol").
class JournalSink : public LogSink {
public:
    JournalSink(const JournalSettings& settings, std::string program)
        : complaint_(settings.socket),
          sink_(settings.socket, "--journal"),
          program_(std::move(program)) {}

    void write(const LogRecord& record) override {
        line_ = "PRIORITY=" + std::to_string(static_cast<int>(record.priority)) +
                "\nSYSLOG_FACILITY=" + std::to_string(static_cast<int>(record.facility)) +
                "\nSYSLOG_IDENTIFIER=" + program_ + "\nSYSLOG_PID=" + std::to_string(::getpid()) +
                "\nMESSAGE=";
        if (record.kind == LogRecord::Kind::report) line_ += report_look.prefix;
        append_shown(line_, record.text.substr(0, longest_message));
        line_ += '\n';
        complaint_.unless([this] { sink_.log(message_of(line_)); });
    }
    void flush() override {}

private:
    Complaint complaint_;
    SocketSink sink_;
    std::string program_;
    std::string line_;
};

} // namespace

std::unique_ptr<LogSink> make_console_sink(Output& output, const ConsoleStyle& style) {
    return std::make_unique<ConsoleSink>(output, style);
}

std::unique_ptr<LogSink> make_file_sink(const LogFileSettings& settings) {
    try {
        return std::make_unique<FileSink>(settings);
    } catch (const spdlog::spdlog_ex& failure) {
        throw UsageError("--log-file " + settings.path + ": " + failure.what());
    }
}

std::unique_ptr<LogSink> make_syslog_sink(const SyslogSettings& settings, std::string program) {
    return std::make_unique<SyslogSink>(settings, std::move(program));
}

std::unique_ptr<LogSink> make_journal_sink(const JournalSettings& settings, std::string program) {
    return std::make_unique<JournalSink>(settings, std::move(program));
}

} // namespace vow::agent
