#pragma once

#include "protocol/promise/log_level.h"

#include <functional>
#include <string_view>

namespace vow::modules {

/// The asker's side of a promise, as a module sees it: where log lines go, and whether the asker
/// has lost interest. Borrowed for one validate or evaluate.
class Log {
public:
    virtual ~Log() = default;

    virtual void line(LogLevel level, std::string_view text) = 0;
    /// How far a long promise has come, 0 to 100, and a few words for someone who watches.
    virtual void progress(int /*percent*/, std::string_view /*text*/) {}
    /// True once the run is being ended: long loops and waits ask, and give up when it is.
    virtual bool stopped() const { return false; }

    void critical(std::string_view text) { line(LogLevel::critical, text); }
    void error(std::string_view text) { line(LogLevel::error, text); }
    void warning(std::string_view text) { line(LogLevel::warning, text); }
    void notice(std::string_view text) { line(LogLevel::notice, text); }
    void info(std::string_view text) { line(LogLevel::info, text); }
    void verbose(std::string_view text) { line(LogLevel::verbose, text); }
    void debug(std::string_view text) { line(LogLevel::debug, text); }
};

/// For a Record that says what happened to a log, which must outlive it.
inline std::function<void(LogLevel, std::string_view)> saying_to(Log& log) {
    return [&log](LogLevel level, std::string_view text) { log.line(level, text); };
}

} // namespace vow::modules
