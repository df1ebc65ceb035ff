#include "agent/report/log_sink.h"
#include "agent/report/log_targets.h"
#include "agent/report/sinks/sink_guard.h"
#include "agent/report/sinks/spdlog_line.h"
#include "policy/run/usage_error.h"
#include "protocol/text/shown_text.h"

#include <stdexcept>

namespace vow::agent {
namespace {

/// Lines for a LogFile.
class LogFileSink : public PlainSink {
public:
    explicit LogFileSink(const LogFileSettings& settings) : file_(settings) {}

protected:
    void sink_it_(const spdlog::details::log_msg& message) override {
        line_.clear();
        formatter_->format(message, line_);
        file_.append({line_.data(), line_.size()});
    }
    void flush_() override { file_.flush(); }

private:
    LogFile file_;
    spdlog::memory_buf_t line_;
};

class FileSink : public LogSink {
public:
    explicit FileSink(const LogFileSettings& settings) : guard_(settings.path), sink_(settings) {
        sink_.set_formatter(line_format(Timestamps::yes, "\n"));
    }

    void write(const LogRecord& record) override {
        line_ = look_of(record).prefix;
        append_shown(line_, record.text);
        guard_.run([this] { sink_.log(message_of(line_)); });
    }
    void flush() override {
        guard_.run([this] { sink_.flush(); });
    }

private:
    SinkGuard guard_;
    LogFileSink sink_;
    std::string line_;
};

} // namespace

std::unique_ptr<LogSink> make_file_sink(const LogFileSettings& settings) {
    try {
        return std::make_unique<FileSink>(settings);
    } catch (const std::runtime_error& failure) {
        throw UsageError("--log-file " + settings.path + ": " + failure.what());
    }
}

} // namespace vow::agent
