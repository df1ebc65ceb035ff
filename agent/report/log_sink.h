#pragma once

#include "agent/report/log_settings.h"
#include "agent/report/output.h"

#include <memory>
#include <string_view>

namespace vow::agent {

/// A log line or report for the sinks, with its original bytes: each sink escapes control
/// characters.
struct LogRecord {
    enum class Kind { line, report, plain_report, promise };

    Kind kind;
    LogLevel level; ///< of a line, or of what became of a promise
    LogPriority priority;
    LogFacility facility;
    std::string_view text;
    std::string_view excerpt = {}; ///< printable lines that the console shows below
};

/// A destination of log records.
class LogSink {
public:
    virtual ~LogSink() = default;

    virtual void write(const LogRecord& record) = 0;
    /// Writes the buffered records.
    virtual void flush() = 0;
};

/// Borrows the output.
std::unique_ptr<LogSink> make_console_sink(Output& output, const ConsoleStyle& style);
/// Throws UsageError if the file cannot be opened. If a later write fails, the sink warns of it on
/// standard error, once.
std::unique_ptr<LogSink> make_file_sink(const LogFileSettings& settings);
/// A service that cannot be reached, now or later, is warned of in the same way; each line tries
/// again.
std::unique_ptr<LogSink> make_syslog_sink(const SyslogSettings& settings, std::string program);
std::unique_ptr<LogSink> make_journal_sink(const JournalSettings& settings, std::string program);

} // namespace vow::agent
