#include "agent/report/log_sink.h"
#include "agent/report/log_targets.h"
#include "agent/report/sinks/sink_guard.h"
#include "agent/report/sinks/spdlog_line.h"
#include "protocol/text/shown_text.h"

#include <unistd.h>

namespace vow::agent {
namespace {

constexpr std::size_t max_message_length = 64U << 10U; ///< bytes; services refuse much longer ones

/// Sends each message as a datagram.
class DatagramSink : public PlainSink {
public:
    explicit DatagramSink(const std::string& path) : socket_(path) { set_beginning(""); }

    void open() { socket_.open(); }

    /// A pattern for what messages begin with, as pattern_format() takes it.
    void set_beginning(const std::string& pattern) {
        set_formatter(pattern_format(pattern + "%v", ""));
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

/// The common part of the sinks of log services.
class SocketSink : public LogSink {
public:
    void flush() override {}

protected:
    SocketSink(const std::string& path, std::string_view option, std::string program)
        : program_(std::move(program)),
          guard_(path + " (" + std::string(option) + ")"),
          sink_(path) {
        guard_.run([this] { sink_.open(); }); // a missing service is reported at once
    }

    const std::string& program() const { return program_; }
    /// Makes later messages begin with a pattern, as pattern_format() takes it.
    void set_beginning(const std::string& pattern) { sink_.set_beginning(pattern); }

    /// Sends the text of a record between `before` and `after`.
    void send(std::string_view before, const LogRecord& record, std::string_view after) {
        line_ = before;
        if (record.kind == LogRecord::Kind::report) line_ += report_look.prefix;
        append_shown(line_, record.text.substr(0, max_message_length));
        line_ += after;
        guard_.run([this] { sink_.log(message_of(line_)); });
    }

private:
    std::string program_;
    SinkGuard guard_;
    DatagramSink sink_;
    std::string line_;
};

/// In the form that programs send to /dev/log (RFC 3164): <38>Nov  1 22:30:00 vow[123]: text
class SyslogSink : public SocketSink {
public:
    SyslogSink(const SyslogSettings& settings, std::string program)
        : SocketSink(settings.socket, "--syslog", std::move(program)) {}

    void write(const LogRecord& record) override {
        const int code = static_cast<int>(record.facility) * 8 + static_cast<int>(record.priority);
        if (std::exchange(code_, code) != code)
            set_beginning("<" + std::to_string(code) + ">%b %? %H:%M:%S " + program() + "[%P]: ");
        send("", record, "");
    }

private:
    int code_ = -1; ///< that messages begin with
};

/// In the journal's own protocol: one field per line (systemd, "Native Journal Protocol").
class JournalSink : public SocketSink {
public:
    JournalSink(const JournalSettings& settings, std::string program)
        : SocketSink(settings.socket, "--journal", std::move(program)) {}

    void write(const LogRecord& record) override {
        const std::string fields =
            "PRIORITY=" + std::to_string(static_cast<int>(record.priority)) +
            "\nSYSLOG_FACILITY=" + std::to_string(static_cast<int>(record.facility)) +
            "\nSYSLOG_IDENTIFIER=" + program() + "\nSYSLOG_PID=" + std::to_string(::getpid()) +
            "\nMESSAGE=";
        send(fields, record, "\n");
    }
};

} // namespace

std::unique_ptr<LogSink> make_syslog_sink(const SyslogSettings& settings, std::string program) {
    return std::make_unique<SyslogSink>(settings, std::move(program));
}

std::unique_ptr<LogSink> make_journal_sink(const JournalSettings& settings, std::string program) {
    return std::make_unique<JournalSink>(settings, std::move(program));
}

} // namespace vow::agent
