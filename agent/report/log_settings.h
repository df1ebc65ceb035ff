#pragma once

#include "policy/run/event.h"

#include <cstddef>
#include <optional>
#include <string>

namespace vow::agent {

enum class Color { always, automatic, never };
enum class Timestamps { no, yes };

/// Whether a promise that is not kept is named, with its place in the policy.
enum class Places { no, yes };

/// Whether control characters in lines reach a file or pipe as they are, as the reference prints
/// them. A terminal never gets them.
enum class ControlCharacters { escaped, kept };

/// How much the console prints, and how it looks.
struct ConsoleStyle {
    LogLevel level = LogLevel::notice;
    Color color = Color::automatic;
    Timestamps timestamps = Timestamps::no;
    Places places = Places::yes;
    ControlCharacters control_characters = ControlCharacters::escaped;
};

/// A file that a run's log is added to.
struct LogFileSettings {
    std::string path = {};             ///< empty: none
    std::size_t max_size = 10U << 20U; ///< bytes; a fuller file becomes PATH.1, that PATH.2, ...
    std::size_t old_files = 5;         ///< how many of these are kept
};

enum class Wanted { no, yes };

struct SyslogSettings {
    Wanted wanted = Wanted::no;
    std::string socket = "/dev/log";
    std::optional<LogFacility> facility = {}; ///< nullopt: the policy's
};

struct JournalSettings {
    Wanted wanted = Wanted::no;
    std::string socket = "/run/systemd/journal/socket";
};

/// Where log lines and reports go besides the console.
struct LogSettings {
    std::string program = "vow"; ///< as the system log names it
    LogFileSettings file = {};
    SyslogSettings syslog = {};
    JournalSettings journal = {};
};

} // namespace vow::agent
