#include "agent/report/log_sink.h"
#include "agent/report/output.h"
#include "agent/report/sinks/spdlog_line.h"
#include "protocol/text/shown_text.h"

namespace vow::agent {
namespace {

constexpr std::string_view reset = "\x1b[0m";
/// Before further lines of a text: longer than the prefixes of log lines, so that a text cannot
/// forge one.
constexpr std::string_view continuation = "\n          ";

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
          reports_(output),
          colored_(is_colored(style.color, output.descriptor())),
          interactive_(output.is_interactive()),
          keeps_lines_(!interactive_ && style.control_characters == ControlCharacters::kept) {
        const bool has_untimed_reports = style.timestamps == Timestamps::of_logs;
        sink_.set_formatter(line_format(style.timestamps, ""));
        reports_.set_formatter(
            line_format(has_untimed_reports ? Timestamps::no : style.timestamps, "")
        );
    }

    void write(const LogRecord& record) override {
        const LineLook& look = look_of(record);
        line_ = look.prefix;
        append(record);
        if (!record.excerpt.empty()) line_.append("\n").append(record.excerpt);
        OutputSink& sink = is_report(record) ? reports_ : sink_;
        sink.set_color(colored_ ? look.color : std::string_view());
        sink.log(message_of(line_));
    }
    void flush() override { sink_.flush(); }

private:
    static bool is_report(const LogRecord& record) {
        return record.kind == LogRecord::Kind::report ||
               record.kind == LogRecord::Kind::plain_report;
    }

    /// A program that reads the output gets a report unchanged.
    void append(const LogRecord& record) {
        if (keeps_lines_ || (is_report(record) && !interactive_)) {
            line_ += record.text;
            return;
        }
        std::string_view rest = record.text;
        for (std::size_t end = rest.find('\n'); end != rest.npos; end = rest.find('\n')) {
            append_shown(line_, rest.substr(0, end));
            line_ += continuation;
            rest.remove_prefix(end + 1);
        }
        append_shown(line_, rest);
    }

    OutputSink sink_;
    OutputSink reports_;
    bool colored_;
    bool interactive_;
    bool keeps_lines_;
    std::string line_;
};

} // namespace

std::unique_ptr<LogSink> make_console_sink(Output& output, const ConsoleStyle& style) {
    return std::make_unique<ConsoleSink>(output, style);
}

} // namespace vow::agent
