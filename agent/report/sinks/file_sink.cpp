#include "agent/report/log_sink.h"
#include "agent/report/shown_text.h"
#include "agent/report/sinks/line_look.h"
#include "agent/report/sinks/sink_guard.h"
#include "agent/report/sinks/spdlog_line.h"
#include "agent/usage_error.h"

#include <spdlog/sinks/rotating_file_sink.h>

namespace vow::agent {
namespace {

class FileSink : public LogSink {
public:
    explicit FileSink(const LogFileSettings& settings)
        : guard_(settings.path),
          sink_(settings.path, settings.max_size, settings.old_files) {
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
    spdlog::sinks::rotating_file_sink_st sink_;
    std::string line_;
};

} // namespace

std::unique_ptr<LogSink> make_file_sink(const LogFileSettings& settings) {
    try {
        return std::make_unique<FileSink>(settings);
    } catch (const spdlog::spdlog_ex& failure) {
        throw UsageError("--log-file " + settings.path + ": " + failure.what());
    }
}

} // namespace vow::agent
