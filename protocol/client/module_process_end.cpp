#include "protocol/client/module_process.h"
#include "protocol/client/quotation.h"

#include <csignal>

/// How a conversation ends: on time, too late, or by the death of the module.
namespace vow::client {
namespace {

using namespace std::chrono_literals;
using wire::Operation;

/// A process that closes its pipes is usually about to exit; its exit status makes a better
/// message.
constexpr auto exit_grace_period = 200ms;

std::string text_of(std::chrono::milliseconds duration) {
    if (duration % 1000ms == 0ms) return std::to_string(duration / 1000ms) + " s";
    return std::to_string(duration.count()) + " ms";
}

} // namespace

void ModuleProcess::check_alive() {
    if (!subprocess_.has_exited()) {
        // A module that got `terminate` may close its pipes first; it still has time to exit.
        const bool is_closed = subprocess_.is_output_closed() || subprocess_.is_input_closed();
        if (is_closed && state_ != State::terminating) {
            deadline_.shorten(exit_grace_period);
        }
        return;
    }
    const bool may_end = state_ == State::terminating || state_ == State::ready;
    const std::string operation(awaited());
    reap();
    if (may_end) return;
    ended_between_promises_ =
        has_been_ready_ && !is_in_reply() && exchange_->operation() == Operation::validate_promise;
    const std::string how = client::text_of(status_);
    if (codec_ == nullptr)
        throw header_reader_.missing(
            ModuleError::Cause::gone, subprocess_.output().unfinished(), ": it " + how
        );
    fail(
        ModuleError::Cause::gone,
        how + (is_in_reply() ? " in the middle of answering " : " instead of answering ") +
            operation
    );
}

void ModuleProcess::check_clock() {
    if (state_ == State::ended) return;
    const auto now = AnswerDeadline::Clock::now();
    const bool is_notice_due = deadline_.take_notice(now);
    if (is_notice_due && exchange_->listener().is_live()) log_delay(deadline_.waited(now));
    if (!deadline_.is_over(now)) return;
    if (state_ == State::terminating) {
        log_.line(
            LogLevel::error,
            log_.subject() + " did not end within " + text_of(deadline_.allowed()) +
                " after terminate"
        );
        return end();
    }
    fail_for_late_answer();
}

void ModuleProcess::log_delay(AnswerDeadline::Milliseconds waited) const {
    const std::string seconds = std::to_string(waited / 1s) + " s";
    std::string line = "Still waiting for " + name_of(exchange_->promise()) + ": ";
    line += is_agents_own_
                ? "it has taken " + seconds
                : "promise module '" + type_.path + "' has been evaluating it for " + seconds;
    if (!exchange_->last_log_line().empty()) {
        line += "; it last logged " + quoted_excerpt(exchange_->last_log_line());
    }
    log_.line(LogLevel::notice, line);
}

void ModuleProcess::fail_for_late_answer() const {
    if (subprocess_.is_output_closed() || subprocess_.is_input_closed()) {
        fail(
            ModuleError::Cause::protocol,
            std::string("closed its standard ") +
                (subprocess_.is_output_closed() ? "output" : "input") + ", but did not exit"
        );
    }
    const std::string within = " within " + text_of(deadline_.allowed());
    if (codec_ == nullptr)
        throw header_reader_.missing(
            ModuleError::Cause::limit, subprocess_.output().unfinished(), within
        );
    const std::string operation(awaited());
    if (is_in_reply()) {
        fail(
            ModuleError::Cause::limit,
            "did not end its answer to " + operation + " with an empty line" + within
        );
    }
    fail(ModuleError::Cause::limit, "did not answer " + operation + within, advice_on_limit());
}

std::string ModuleProcess::advice_on_limit() const {
    if (state_ == State::describing) {
        return "Set a longer limit with --limit describe=SECONDS";
    }
    const bool is_validating = exchange_->operation() == Operation::validate_promise;
    if (!is_validating && exchange_->promise().terms.limit) {
        return "The limit is expireafter in its action body";
    }
    return std::string("Set a longer limit with --limit ") +
           (is_validating ? "validate" : "evaluate") + "=SECONDS";
}

void ModuleProcess::fail(ModuleError::Cause cause, const std::string& what, std::string advice)
    const {
    throw ModuleError(cause, log_.subject() + " " + what, std::move(advice));
}

void ModuleProcess::end() {
    if (state_ == State::ended) return;
    state_ = State::ending;
    deadline_.begin(limits().kill);
    if (subprocess_.has_exited()) return reap(); // its descendants need no search then
    subprocess_.signal_all(SIGTERM);
}

void ModuleProcess::kill() {
    if (state_ == State::ended) return;
    state_ = State::killed;
    deadline_.begin(limits().kill);
    subprocess_.signal_all(SIGKILL);
}

void ModuleProcess::continue_ending() {
    if (subprocess_.has_exited()) return reap();
    if (!deadline_.is_over(AnswerDeadline::Clock::now())) return;
    if (state_ == State::killed) return reap(); // it goes on after SIGKILL
    kill();
}

void ModuleProcess::reap() {
    status_ = subprocess_.reap();
    if (!is_ahead_) log_.add_errors(subprocess_.take_errors());
    state_ = State::ended;
    if (settings_.watcher != nullptr) settings_.watcher->process_ended(process_id());
}

} // namespace vow::client
