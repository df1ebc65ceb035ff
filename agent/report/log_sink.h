#pragma once

#include "agent/report/log_settings.h"
#include "agent/report/output.h"

#include <memory>
#include <string_view>

namespace vow::agent {

/// A log line or report on its way to the sinks, as it came: each sink makes its control characters
/// harmless.
struct LogRecord {
    enum class Kind { line, report };

    Kind kind;
    LogLevel level; ///< of a line
    LogPriority priority;
    LogFacility facility;
    std::string_view text;
    std::string_view excerpt = {}; ///< printable lines that the console shows below
};

/// A place that log records go to.
class LogSink {
public:
    virtual ~LogSink() = default;

    virtual void write(const LogRecord& record) = 0;
    /// Writes what was gathered.
    virtual void flush() = 0;
};

/// Borrows the output.
std::unique_ptr<LogSink> make_console_sink(Output& output, const ConsoleStyle& style);
/// These throw UsageError when the file or socket cannot be opened. A sink that cannot be written
/// later complains on standard error once.
std::unique_ptr<LogSink> make_file_sink(const LogFileSettings& settings);
std::unique_ptr<LogSink> make_syslog_sink(const SyslogSettings& settings, std::string program);
std::unique_ptr<LogSink> make_journal_sink(const JournalSettings& settings, std::string program);

} // namespace vow::agent
