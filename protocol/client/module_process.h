#pragma once

#include "protocol/client/answer_deadline.h"
#include "protocol/client/header_reader.h"
#include "protocol/client/host_settings.h"
#include "protocol/client/module_error.h"
#include "protocol/client/module_log.h"
#include "protocol/client/promise_exchange.h"
#include "protocol/client/recording.h"
#include "protocol/client/subprocess.h"
#include "protocol/description/description_source.h"
#include "protocol/wire/codec.h"

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace vow::client {

/// One conversation with one running module: header, one promise at a time, terminate. It never
/// blocks: ModuleHost polls the descriptors of subprocess() and calls attend(). It does not restart
/// a module that died; that is ModuleHost's decision.
class ModuleProcess {
public:
    enum class State {
        starting,    ///< waits for the header; a promise may be queued
        describing,  ///< waits for the description; a promise may be queued
        ready,       ///< idle
        working,     ///< on a promise
        terminating, ///< sent a request to exit
        ending,      ///< got SIGTERM
        killed,      ///< got SIGKILL
        ended,       ///< reaped, or given up
    };
    enum class StrayLines { show_first, were_shown };

    /// Knowledge about a module from its earlier processes.
    struct ModuleKnowledge {
        StrayLines stray_lines = StrayLines::show_first;
        std::shared_ptr<const DescriptionResult> description =
            {}; ///< null if it was not requested yet
    };

    /// Starts the module and sends the agent's header. Throws ModuleError if nothing can be
    /// started. `settings` must outlive this object. Requests the description of a module that
    /// offers `describe`, unless it is `known`.
    ModuleProcess(const PromiseType& type, const HostSettings& settings, ModuleKnowledge known);

    State state() const { return state_; }
    /// Null until it has been read.
    const wire::Header* header() const { return codec_ ? &header_ : nullptr; }
    bool has_promise() const { return exchange_.has_value(); }
    const PromiseExchange& exchange() const { return *exchange_; }

    enum class BeginResult { begun, process_gone };

    /// Works on a promise next. Only when starting or ready, and without another promise.
    BeginResult
    begin(const Promise& promise, PromiseListener& listener, PromiseExchange::Extent extent);
    /// Returns the promise's outcome once; nullopt until then, and if the conversation fails.
    std::optional<Outcome> take_outcome() { return std::exchange(outcome_, std::nullopt); }
    /// Ends the current promise, so that another may begin.
    void finish();

    int process_id() const { return subprocess_.process_id(); }
    /// The descriptors to poll. None of a module whose lines cannot be stored now: it waits when
    /// its pipe is full, and its clock stops.
    Subprocess::Watched watched() const;
    /// The latest time for the next call of attend(), even if poll() reports nothing.
    AnswerDeadline::Clock::time_point until() const;
    /// Reads and writes what is ready, and checks deadlines. Throws ModuleError when the
    /// conversation cannot go on; the caller then calls end().
    void attend(const Subprocess::Watched& ready);

    // A process that was started ahead of need has no promise. Nothing that it writes is taken
    // before its first one begins, so that its lines are those of that promise.

    /// Reads what is ready without taking it.
    void attend_ahead(const Subprocess::Watched& ready);
    /// Whether its header lists `parallel`; nullopt while the header is not complete.
    std::optional<bool> is_parallel_ahead() const;
    /// The first promise comes; the header is due from now. Returns false if the process has ended.
    bool leave_ahead();
    /// Ends it; nothing is logged.
    void drop_ahead();

    /// Sends `terminate`. Only when starting or ready.
    void terminate();
    /// Sends SIGTERM to the process, its group and its other descendants, SIGKILL after the `kill`
    /// limit, and gives the process up after another one.
    void end();
    void kill();
    /// Valid once ended.
    ExitStatus status() const { return status_; }
    const ModuleLog& log() const { return log_; }

    /// True if it exited on its own while idle, before it answered anything about this promise.
    bool has_ended_between_promises() const { return ended_between_promises_; }
    /// True if it sent a reply without a request, so that it must not get another request.
    bool is_out_of_step() const { return is_out_of_step_; }
    /// Includes the description, if any, before the first promise is validated.
    const ModuleKnowledge& known() const { return known_; }

private:
    bool has_to_wait() const;
    void read_lines();
    void take_header(wire::Header header);
    void read_reply(std::string_view line);
    void take_log_line(const wire::LogLine& line);
    void take_progress(const wire::ProgressLine& line) const;
    void take_reply(const wire::Reply& reply);
    void take_description(const wire::Reply& reply);
    void drop_unoffered_fields(Outcome& outcome) const;
    void take_unsolicited(const wire::ReadResult& read);
    void reset_stray_lines();
    void take_stray_line(std::string_view line);
    void check_size(std::string_view line) const;

    /// The outcome of a promise that must not be sent; nullopt if it may be.
    std::optional<Outcome> refusal() const;
    Subprocess::SendResult send(std::string_view message);
    void collect_secrets();
    void request_description();
    void begin_work();
    Subprocess::SendResult send_validate();
    void send_evaluate();

    void check_alive();
    void check_clock();
    void log_delay(AnswerDeadline::Milliseconds waited) const;
    [[noreturn]] void fail_for_late_answer() const;
    [[noreturn]] void
    fail(ModuleError::Cause cause, const std::string& what, std::string advice = {}) const;
    std::string advice_on_limit() const;
    void continue_ending();
    void reap();

    std::string_view awaited() const;
    bool is_in_reply() const;
    const Limits& limits() const;

    const HostSettings& settings_;
    PromiseType type_; ///< the type that it was started for
    Subprocess subprocess_;
    Recording recording_;
    State state_ = State::starting;
    AnswerDeadline deadline_;

    HeaderReader header_reader_;
    wire::Header header_;
    std::unique_ptr<wire::Codec> codec_; ///< null until the header is read
    std::string request_;
    std::size_t reply_bytes_ = 0; ///< so far, whole lines only

    Secrets secrets_; ///< of its promises so far
    std::optional<PromiseExchange> exchange_;
    ModuleLog log_;
    std::optional<Outcome> outcome_;
    bool is_agents_own_ = false; ///< it returns whole outcomes
    bool has_been_ready_ = false;
    bool is_ahead_ = false;         ///< waits for its first promise
    bool has_unread_lines_ = false; ///< that came before it
    bool ended_between_promises_ = false;
    bool is_out_of_step_ = false;
    ModuleKnowledge known_;
    ExitStatus status_;
};

} // namespace vow::client
