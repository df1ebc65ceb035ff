#pragma once

#include "protocol/promise/documents.h"
#include "protocol/promise/log_level.h"
#include "protocol/system/trust.h"

#include <functional>
#include <optional>
#include <string_view>

namespace vow::modules {

/// The agent's side of a promise, as a module sees it: receives log lines and progress, and states
/// whether the run is being ended. Valid during one validate() or evaluate().
class Log {
public:
    virtual ~Log() = default;

    virtual void line(LogLevel level, std::string_view text) = 0;
    /// Reports the progress of a long promise: 0 to 100, and a few words for the watching user.
    virtual void progress(int /*percent*/, std::string_view /*text*/) {}
    /// True once the run is being ended. Long loops and waits check it, and give up.
    virtual bool is_stopped() const { return false; }
    /// Programs that a module starts are given it (Command::lock_descriptor); -1 for none.
    virtual int lock_descriptor() const { return -1; }
    /// The number of the agent's process, if that is another one.
    virtual std::optional<int> agent() const { return std::nullopt; }
    /// The documents of the agent; null for a module that is a separate program.
    virtual Documents* documents() const { return nullptr; }
    /// Whose programs and files may be run and believed with our rights.
    virtual const Trust& trust() const = 0;

    void critical(std::string_view text) { line(LogLevel::critical, text); }
    void error(std::string_view text) { line(LogLevel::error, text); }
    void warning(std::string_view text) { line(LogLevel::warning, text); }
    void notice(std::string_view text) { line(LogLevel::notice, text); }
    void info(std::string_view text) { line(LogLevel::info, text); }
    void verbose(std::string_view text) { line(LogLevel::verbose, text); }
    void debug(std::string_view text) { line(LogLevel::debug, text); }
};

/// Returns a function that logs to `log`, which must outlive it.
inline std::function<void(LogLevel, std::string_view)> logger_for(Log& log) {
    return [&log](LogLevel level, std::string_view text) { log.line(level, text); };
}

} // namespace vow::modules
