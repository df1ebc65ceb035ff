#include "protocol/client/module_process.h"

#include "protocol/client/quotation.h"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <system_error>

#include <unistd.h>

namespace vow::client {
namespace {

using namespace std::chrono_literals;
using wire::Operation;

constexpr std::size_t errors_kept = 4096;
constexpr std::size_t error_lines_shown = 10;
/// A process that closes its pipes is usually about to end; how it ended is better to know.
constexpr std::chrono::milliseconds until_taken_for_alive = 200ms;

std::string text_of(std::chrono::milliseconds duration) {
    if (duration % 1000ms == 0ms) return std::to_string(duration / 1000ms) + " s";
    return std::to_string(duration.count()) + " ms";
}

/// The words to start a module with. Throws ModuleError when that cannot succeed.
std::vector<std::string> command_of(const PromiseType& type) {
    const auto refuse = [](const std::string& message) {
        throw ModuleError(ModuleError::Cause::not_started, message);
    };
    if (access(type.path.c_str(), F_OK) != 0) {
        refuse("Promise module '" + type.path + "' does not exist");
    }
    const std::string& program = type.interpreter.empty() ? type.path : type.interpreter;
    if (access(program.c_str(), X_OK) != 0) {
        refuse(
            type.interpreter.empty()
                ? "Promise module '" + type.path +
                      "' is not an executable file; make it one, or name an interpreter for it"
                : "The interpreter '" + type.interpreter + "' of promise module '" + type.path +
                      "' is not an executable file"
        );
    }
    if (type.interpreter.empty()) return {type.path};
    return {type.interpreter, type.path};
}

Subprocess start(const PromiseType& type) {
    const std::vector<std::string> command = command_of(type);
    try {
        return Subprocess(command);
    } catch (const std::system_error& error) {
        std::string message =
            "Cannot start promise module '" + type.path + "': " + error.code().message();
        if (error.code().value() == ENOEXEC) {
            message += "; its first line names no interpreter ('#!/bin/sh')";
        } else if (error.code().value() == ENOENT) {
            message += "; is the interpreter in its first line installed?";
        }
        throw ModuleError(ModuleError::Cause::not_started, message);
    }
}

} // namespace

ModuleProcess::ModuleProcess(const PromiseType& type, const HostSettings& settings)
    : settings_(settings),
      path_(type.path),
      subprocess_(start(type)),
      began_(Clock::now()),
      allowed_(settings.limits_for(type.name).header) {
    deadline_ = began_ + allowed_;
    subprocess_.send(wire::agent_header());
}

ModuleProcess::Begun ModuleProcess::begin(const Promise& promise, Keeping& keeping) {
    exchange_.emplace(promise, keeping, path_);
    if (state_ == State::starting) return Begun::yes; // the header has to come first
    state_ = State::working;
    if (ask_to_validate() == Subprocess::Sent::taken) return Begun::yes;
    exchange_.reset();
    state_ = State::ready;
    return Begun::process_was_gone;
}

void ModuleProcess::finish() {
    exchange_.reset();
    if (state_ == State::working) state_ = State::ready;
}

ModuleProcess::Clock::time_point ModuleProcess::deadline() const {
    if (state_ == State::ended) return Clock::time_point::min();
    return std::min(deadline_, next_notice_);
}

void ModuleProcess::attend(const Subprocess::Watched& ready) {
    if (state_ == State::ended) return;
    subprocess_.attend(ready);
    if (ready[1].revents != 0 || subprocess_.exited()) show_errors();
    if (state_ == State::ending) return go_on_ending();
    read_lines();
    if (outcome_) return;
    check_alive();
    check_clock();
}

void ModuleProcess::terminate() {
    state_ = State::terminating;
    allowed_ = limits().terminate;
    deadline_ = Clock::now() + allowed_;
    if (codec_ == nullptr) return; // it reads its end from standard input when the header is read
    request_.clear();
    codec_->append_terminate(request_, settings_.log_level);
    subprocess_.send(request_);
}

void ModuleProcess::end() {
    if (state_ == State::ended) return;
    state_ = State::ending;
    next_notice_ = Clock::time_point::max();
    deadline_ = Clock::now() + limits().kill;
    subprocess_.signal(SIGTERM);
    if (subprocess_.exited()) reap();
}

void ModuleProcess::kill() {
    if (state_ == State::ended) return;
    state_ = State::ending;
    killed_ = true;
    subprocess_.signal(SIGKILL);
}

void ModuleProcess::go_on_ending() {
    if (subprocess_.exited()) return reap();
    if (Clock::now() < deadline_) return;
    subprocess_.signal(SIGKILL);
    killed_ = true;
    deadline_ = Clock::time_point::max();
}

void ModuleProcess::reap() {
    status_ = subprocess_.reap();
    show_errors();
    state_ = State::ended;
}

// --- what the module says -----------------------------------------------------------------------

void ModuleProcess::read_lines() {
    while (const auto line = subprocess_.output().next_line()) {
        if (codec_ == nullptr) {
            read_header_line(*line);
        } else {
            read_reply_line(*line);
        }
    }
    check_size(subprocess_.output().unfinished());
}

void ModuleProcess::read_header_line(std::string_view line) {
    if (header_line_.empty()) {
        header_line_ = line; // empty lines before it do no harm
        return;
    }
    if (!line.empty()) {
        fail(
            ModuleError::Cause::protocol,
            "did not send an empty line after its header " + quoted(header_line_) + "; it sent " +
                quoted(line)
        );
    }
    auto header = wire::parse_header(header_line_);
    if (const auto* error = std::get_if<wire::HeaderError>(&header)) {
        fail(
            ModuleError::Cause::protocol,
            "sent the header " + quoted(header_line_) + ", which " + error->message +
                "; expected 'NAME VERSION v1 json_based' or 'NAME VERSION v1 line_based'"
        );
    }
    take_header(std::get<wire::Header>(std::move(header)));
}

void ModuleProcess::take_header(wire::Header header) {
    header_ = std::move(header);
    codec_ = wire::make_codec(header_.variant);
    for (const std::string& remark : header_.remarks) {
        say(LogLevel::warning,
            "The header " + quoted(header_line_) + " of promise module '" + path_ + "' " + remark);
    }
    if (state_ == State::terminating) return terminate();
    if (!exchange_) {
        state_ = State::ready;
        deadline_ = Clock::time_point::max();
        return;
    }
    state_ = State::working;
    ask_to_validate();
}

void ModuleProcess::read_reply_line(std::string_view line) {
    const wire::Read read = codec_->read_line(line);
    if (std::holds_alternative<wire::Unfinished>(read)) {
        reply_bytes_ += line.size();
        check_size({});
    } else if (const auto* log = std::get_if<wire::LogLine>(&read)) {
        check_size(line);
        if (exchange_) {
            exchange_->log(*log);
        } else {
            say(log->level.value_or(LogLevel::error), log->text);
        }
    } else if (std::holds_alternative<wire::Stray>(read)) {
        check_size(line);
        reply_bytes_ += line.size();
        show_stray_line(line);
    } else if (outcome_ || state_ == State::ready) {
        take_unasked(read);
    } else if (const auto* reply = std::get_if<wire::Reply>(&read)) {
        take_reply(*reply);
    } else {
        fail(
            ModuleError::Cause::protocol,
            std::get<wire::Malformed>(read).why + "; read " + quoted(line) + " as the answer to " +
                awaited()
        );
    }
}

void ModuleProcess::take_reply(const wire::Reply& reply) {
    reply_bytes_ = 0;
    if (state_ == State::terminating) {
        const auto result =
            reply.result ? result_from(Operation::terminate, *reply.result) : std::nullopt;
        if (result != wire::Result::success) {
            say(LogLevel::error,
                subject() + " answered terminate with " + quoted(reply.result.value_or("")) +
                    ", not with 'success'");
        }
        subprocess_.close_input();
        return;
    }
    try {
        outcome_ = exchange_->answer(reply);
    } catch (const ModuleError& error) {
        fail(error.cause(), error.what());
    }
    if (!outcome_) return ask_to_evaluate();
    deadline_ = next_notice_ = Clock::time_point::max();
}

void ModuleProcess::take_unasked(const wire::Read& read) {
    if (out_of_step_) return;
    out_of_step_ = true;
    const bool is_reply = std::holds_alternative<wire::Reply>(read);
    say(LogLevel::warning,
        subject() + (is_reply ? " answered more than once" : " wrote more after its answer") +
            "; it is started anew before the next promise. Each request wants exactly one reply");
}

void ModuleProcess::show_stray_line(std::string_view line) {
    if (shown_stray_line_) {
        say(LogLevel::debug, subject() + " printed " + quoted(line));
        return;
    }
    shown_stray_line_ = true;
    say(LogLevel::warning,
        subject() + " printed " + quoted(line) +
            ", which is neither protocol nor a log line 'log_LEVEL=TEXT'; standard error is the "
            "place for it. More of this is shown at debug level only");
}

void ModuleProcess::check_size(std::string_view line) {
    const bool counts = codec_ != nullptr && codec_->is_reply(line);
    if (!counts && line.size() > limits().log_line) {
        fail(
            ModuleError::Cause::limit,
            "wrote a line of more than " + std::to_string(limits().log_line) +
                " bytes: " + quoted(line)
        );
    }
    if (reply_bytes_ + line.size() > limits().message) {
        fail(
            ModuleError::Cause::limit,
            "wrote more than " + std::to_string(limits().message) + " bytes as its answer to " +
                awaited()
        );
    }
}

// --- what it is asked ---------------------------------------------------------------------------

std::optional<Outcome> ModuleProcess::refusal() const {
    const Promise& promise = exchange_->promise();
    if (!promise.terms.changes_allowed() && !header_.has("action_policy")) {
        say(LogLevel::error,
            "Not making changes to the system, but the custom promise module '" + path_ +
                "' doesn't support action_policy; " + name_of(promise) + " is not evaluated");
        return Outcome::of(Verdict::not_kept);
    }
    if (const auto obstacle = codec_->obstacle(promise)) {
        say(LogLevel::error,
            subject() + " cannot be sent " + name_of(promise) + ": it " + *obstacle);
        return Outcome::of(Verdict::not_kept);
    }
    return std::nullopt;
}

Subprocess::Sent ModuleProcess::ask_to_validate() {
    outcome_ = refusal();
    if (outcome_) return Subprocess::Sent::taken;
    request_.clear();
    codec_->append_validate(request_, exchange_->promise());
    reply_bytes_ = 0;
    began_ = Clock::now();
    allowed_ = limits().validate;
    deadline_ = began_ + allowed_;
    return subprocess_.send(request_);
}

void ModuleProcess::ask_to_evaluate() {
    wire::turn_into_evaluate(request_);
    began_ = Clock::now();
    allowed_ = limits().evaluate;
    if (const auto& own = exchange_->promise().terms.limit) allowed_ = *own;
    deadline_ = began_ + allowed_;
    next_notice_ = began_ + limits().notice;
    subprocess_.send(request_);
}

// --- time and death -----------------------------------------------------------------------------

std::string ModuleProcess::awaited() const {
    if (state_ == State::terminating) return "terminate";
    return std::string(text_of(exchange_->operation()));
}

void ModuleProcess::check_alive() {
    if (subprocess_.exited()) {
        const bool was_asked = state_ == State::terminating;
        reap();
        if (was_asked) return;
        const std::string how = client::text_of(status_);
        if (codec_ == nullptr) {
            throw ModuleError(
                ModuleError::Cause::gone,
                "Did not receive header from promise module '" + path_ + "': it " + how +
                    (header_line_.empty() ? "" : " after " + quoted(header_line_))
            );
        }
        fail(ModuleError::Cause::gone, how + " instead of answering " + awaited());
    }
    if (!subprocess_.is_deaf_or_mute() || state_ == State::terminating) return;
    const auto now = Clock::now();
    if (allowed_ != until_taken_for_alive) {
        allowed_ = until_taken_for_alive;
        deadline_ = std::min(deadline_, now + allowed_);
    }
}

void ModuleProcess::check_clock() {
    const auto now = Clock::now();
    if (now >= next_notice_) {
        const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(now - began_);
        std::string line = "Still waiting for " + name_of(exchange_->promise()) +
                           ": promise module '" + path_ + "' has been evaluating it for " +
                           std::to_string(seconds.count()) + " s";
        if (!exchange_->last_log_line().empty()) {
            line += "; it last logged " + quoted(exchange_->last_log_line());
        }
        say(LogLevel::notice, line);
        next_notice_ += limits().notice;
    }
    if (now < deadline_) return;
    if (state_ == State::terminating) {
        say(LogLevel::error,
            subject() + " did not end within " + text_of(allowed_) + " of terminate");
        return end();
    }
    if (subprocess_.is_deaf_or_mute()) {
        fail(
            ModuleError::Cause::protocol,
            "closed its standard input or output, but lives on, instead of answering " + awaited()
        );
    }
    if (codec_ == nullptr) {
        const std::string_view unfinished = subprocess_.output().unfinished();
        const std::string read = header_line_.empty() ? std::string(unfinished) : header_line_;
        throw ModuleError(
            ModuleError::Cause::limit,
            read.empty() ? "Did not receive header from promise module '" + path_ + "' within " +
                               text_of(allowed_) +
                               "; expected 'NAME VERSION v1 json_based' and an empty line"
                         : subject() + " did not end its header " + quoted(read) +
                               " with an empty line within " + text_of(allowed_)
        );
    }
    fail(
        ModuleError::Cause::limit,
        "did not answer " + awaited() + " within " + text_of(allowed_) + " (--limit " +
            (exchange_->operation() == Operation::validate_promise ? "validate" : "evaluate") +
            "=SECONDS raises that)"
    );
}

void ModuleProcess::fail(ModuleError::Cause cause, const std::string& message) const {
    throw ModuleError(cause, subject() + " " + message);
}

const Limits& ModuleProcess::limits() const {
    return exchange_ ? settings_.limits_for(exchange_->promise().type->name) : settings_.limits;
}

// --- words --------------------------------------------------------------------------------------

void ModuleProcess::say(LogLevel level, std::string_view line) const {
    if (exchange_) {
        exchange_->say(level, line);
    } else if (settings_.log && level <= settings_.log_level) {
        settings_.log(level, line);
    }
}

void ModuleProcess::show_errors() {
    const std::string errors = subprocess_.take_errors();
    if (errors.empty()) return;
    if (exchange_ && exchange_->wants(LogLevel::debug)) {
        say(LogLevel::debug, subject() + " wrote to standard error: " + quoted(errors));
    }
    errors_ += errors;
    if (errors_.size() > errors_kept) errors_.erase(0, errors_.size() - errors_kept);
}

std::vector<std::string> ModuleProcess::last_errors() const {
    std::vector<std::string> lines;
    std::string_view rest = errors_;
    while (!rest.empty()) {
        const std::size_t end = std::min(rest.find('\n'), rest.size());
        if (end > 0) lines.emplace_back(rest.substr(0, end));
        rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    if (lines.size() > error_lines_shown) {
        lines.erase(lines.begin(), lines.end() - static_cast<std::ptrdiff_t>(error_lines_shown));
    }
    return lines;
}

} // namespace vow::client
