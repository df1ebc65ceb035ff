#pragma once

#include "policy/run/event.h"

#include <cstddef>
#include <optional>
#include <string>

namespace vow::agent {

/// Whether log lines are coloured; automatic: on a terminal.
enum class Color { always, automatic, never };
/// Whether lines begin with the time.
enum class Timestamps {
    no,
    yes,
    of_logs ///< but reports do not, as in the reference
};

/// When the lines of a promise are shown.
enum class PromiseLines {
    held,   ///< below its outcome, unless that has the same content
    as_come ///< at once, before its outcome
};

/// Whether the changes of texts are shown as differences.
enum class Diffs { hidden, shown };

/// Whether failed promises are named, with their place in the policy.
enum class Places { no, yes };

/// Whether control characters are written to a file or pipe unchanged, as the reference does. They
/// are never written to a terminal.
enum class ControlCharacters { escaped, kept };

/// How much the console prints, and how it looks.
struct ConsoleStyle {
    LogLevel level = LogLevel::notice;
    Color color = Color::automatic;
    Timestamps timestamps = Timestamps::no;
    PromiseLines promise_lines = PromiseLines::held;
    Diffs diffs = Diffs::hidden;
    Places places = Places::yes;
    ControlCharacters control_characters = ControlCharacters::escaped;
};

/// A file to which the log of a run is appended.
struct LogFileSettings {
    std::string path = {};             ///< empty for no file
    std::size_t max_size = 10U << 20U; ///< bytes; a fuller file becomes PATH.1, that PATH.2, ...
    std::size_t old_files = 5;         ///< the number of these to keep
};

/// Whether a destination of the log is used.
enum class Wanted { no, yes };

/// The system log of syslog(3).
struct SyslogSettings {
    Wanted wanted = Wanted::no;
    std::string socket = "/dev/log";
    std::optional<LogFacility> facility = {}; ///< nullopt for the policy's
};

/// The journal of systemd.
struct JournalSettings {
    Wanted wanted = Wanted::no;
    std::string socket = "/run/systemd/journal/socket";
};

/// The destinations of log lines and reports besides the console.
struct LogSettings {
    std::string program = "vow"; ///< its name in the system log
    LogFileSettings file = {};
    SyslogSettings syslog = {};
    JournalSettings journal = {};
};

} // namespace vow::agent
