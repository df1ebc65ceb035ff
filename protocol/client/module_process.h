#pragma once

#include "protocol/client/host_settings.h"
#include "protocol/client/module_error.h"
#include "protocol/client/promise_exchange.h"
#include "protocol/client/subprocess.h"
#include "protocol/wire/codec.h"

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace vow::client {

/// One conversation with one running module: header, then one promise at a time, then terminate.
/// It never waits: ModuleHost polls what subprocess() asks for, and calls attend(). It does not
/// restart a module that died; ModuleHost decides that.
class ModuleProcess {
public:
    using Clock = std::chrono::steady_clock;
    enum class State {
        starting,    ///< the header is awaited; a promise may wait behind it
        ready,       ///< nothing is under way
        working,     ///< on a promise
        terminating, ///< asked to end by itself
        ending,      ///< told to, by signal
        ended,       ///< and reaped
    };

    /// Starts the module and sends the agent's header. Throws ModuleError when there is nothing
    /// that could be started. `settings` lives as long.
    ModuleProcess(const PromiseType& type, const HostSettings& settings);

    State state() const { return state_; }
    bool has_promise() const { return exchange_.has_value(); }
    const PromiseExchange& exchange() const { return *exchange_; }

    enum class Begun { yes, process_was_gone };

    /// Works on a promise next. Only when starting or ready, and without another promise.
    Begun begin(const Promise& promise, Keeping& keeping);
    /// The outcome of the promise, once, and not if the conversation fails.
    std::optional<Outcome> take_outcome() { return std::exchange(outcome_, std::nullopt); }
    /// The promise is through: another may begin.
    void finish();

    const Subprocess& subprocess() const { return subprocess_; }
    /// When attend() is to be called at the latest, whatever poll() says.
    Clock::time_point deadline() const;
    /// Reads and writes what is ready, and looks at the clock. Throws ModuleError when the
    /// conversation cannot go on; the owner then calls end().
    void attend(const Subprocess::Watched& ready);

    /// Asks the module to end by itself. Only when starting or ready.
    void terminate();
    /// SIGTERM to the whole group, and SIGKILL when the limit for that has passed.
    void end();
    void kill();
    /// Once ended: how; and what it last wrote to standard error, line by line.
    ExitStatus status() const { return status_; }
    std::vector<std::string> last_errors() const;

    /// It answered without being asked, so that it must not be asked again.
    bool is_out_of_step() const { return out_of_step_; }
    /// Module's output that is not protocol was shown; it need not be again.
    bool has_shown_stray_line() const { return shown_stray_line_; }
    void show_no_stray_line() { shown_stray_line_ = true; }

private:
    void read_lines();
    void read_header_line(std::string_view line);
    void read_reply_line(std::string_view line);
    void take_header(wire::Header header);
    void take_reply(const wire::Reply& reply);
    void take_unasked(const wire::Read& read);
    void show_stray_line(std::string_view line);
    void check_size(std::string_view line);
    void check_alive();
    void check_clock();
    void go_on_ending();
    void reap();

    Subprocess::Sent ask_to_validate();
    void ask_to_evaluate();
    /// The outcome that needs no question to the module; none: it has to be asked.
    std::optional<Outcome> refusal() const;

    void say(LogLevel level, std::string_view line) const;
    void show_errors();
    std::string subject() const { return "Promise module '" + path_ + "'"; }
    std::string awaited() const;
    [[noreturn]] void fail(ModuleError::Cause cause, const std::string& message) const;
    const Limits& limits() const;

    const HostSettings& settings_;
    std::string path_;
    Subprocess subprocess_;
    State state_ = State::starting;
    Clock::time_point deadline_;
    Clock::time_point next_notice_ = Clock::time_point::max();
    Clock::time_point began_;
    std::chrono::milliseconds allowed_{}; ///< for what is awaited

    std::string header_line_;
    wire::Header header_;
    std::unique_ptr<wire::Codec> codec_; ///< null until the header is read
    std::string request_;
    std::size_t reply_bytes_ = 0;

    std::optional<PromiseExchange> exchange_;
    std::optional<Outcome> outcome_;
    bool out_of_step_ = false;
    bool shown_stray_line_ = false;
    bool killed_ = false;
    std::string errors_; ///< the last of what came on standard error
    ExitStatus status_;
};

} // namespace vow::client
