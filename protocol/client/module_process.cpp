#include "protocol/client/module_process.h"

#include "protocol/client/module_start.h"
#include "protocol/client/quotation.h"
#include "protocol/client/self_description.h"
#include "protocol/text/lines.h"

namespace vow::client {
namespace {

using wire::Operation;

constexpr const char* one_reply_expected =
    "Each request gets exactly one reply, which names the request's operation";

} // namespace

ModuleProcess::ModuleProcess(
    const PromiseType& type, const HostSettings& settings, ModuleKnowledge known
)
    : settings_(settings),
      type_(type),
      subprocess_(start_module(type, settings)),
      recording_(settings.record_folder, type.path, subprocess_.process_id()),
      known_(std::move(known)) {
    deadline_.begin(settings.limits_for(type.name).header);
    if (recording_.failed() && settings.log) {
        settings.log(
            LogLevel::error, "Cannot write to the folder '" + settings.record_folder + "'"
        );
    }
    send(wire::agent_header());
}

ModuleProcess::Begun ModuleProcess::begin(const Promise& promise, PromiseListener& listener) {
    if (subprocess_.exited()) return Begun::process_was_gone;
    exchange_.emplace(promise, listener, type_.path, secrets_);
    // The header and the description have to arrive first.
    if (state_ == State::starting || state_ == State::describing) return Begun::yes;
    state_ = State::working;
    if (send_validate() == Subprocess::Sent::taken) return Begun::yes;
    exchange_.reset();
    state_ = State::ready;
    return Begun::process_was_gone;
}

void ModuleProcess::finish() {
    exchange_.reset();
    has_been_ready_ = true;
    reset_stray_lines();
    if (state_ == State::working) state_ = State::ready;
}

/// Its promise's listener cannot store what it logs.
bool ModuleProcess::has_to_wait() const {
    return state_ == State::working && exchange_->listener().is_full();
}

Subprocess::Watched ModuleProcess::watched() const {
    Subprocess::Watched watched = subprocess_.watched();
    if (has_to_wait()) {
        for (pollfd& each : watched)
            each.fd = -1;
    } else if (state_ == State::ending || state_ == State::killed) {
        watched.front().fd = -1; // its output is not read any more
    }
    return watched;
}

AnswerDeadline::Clock::time_point ModuleProcess::until() const {
    const bool goes_on = deadline_.is_paused() && !has_to_wait();
    if (state_ == State::ended || goes_on) return {}; // at once
    return deadline_.until();
}

void ModuleProcess::attend(const Subprocess::Watched& ready) {
    if (state_ == State::ended) return;
    if (has_to_wait()) return deadline_.pause();
    deadline_.go_on();
    subprocess_.attend(ready);
    read_errors();
    if (state_ == State::ending || state_ == State::killed) return continue_ending();
    read_lines();
    if (has_to_wait()) return deadline_.pause();
    if (outcome_) return;
    check_alive();
    check_clock();
}

// --- input --------------------------------------------------------------------------------------

void ModuleProcess::read_lines() {
    while (!has_to_wait()) {
        const auto line = subprocess_.output().next_line();
        if (!line) break;
        recording_.module_said(*line, secrets_);
        if (codec_ == nullptr) {
            read_header(*line);
        } else {
            read_reply(*line);
        }
    }
    check_size(subprocess_.output().unfinished());
}

void ModuleProcess::read_header(std::string_view line) {
    if (line.find('\0') != line.npos) {
        fail(ModuleError::Cause::protocol, "wrote a zero byte in its header", header_expected);
    }
    if (header_line_.empty()) {
        header_line_ = line; // empty lines before the header are harmless
        return;
    }
    if (!line.empty()) {
        fail(
            ModuleError::Cause::protocol,
            "sent no empty line after its header " + quoted_excerpt(header_line_) + ", but " +
                quoted_excerpt(line),
            header_expected
        );
    }
    auto header = wire::parse_header(header_line_);
    if (const auto* error = std::get_if<wire::HeaderError>(&header)) {
        fail(
            ModuleError::Cause::protocol,
            "sent the header " + quoted_excerpt(header_line_) + ", which " + error->message,
            header_expected
        );
    }
    take_header(std::get<wire::Header>(std::move(header)));
}

void ModuleProcess::take_header(wire::Header header) {
    header_ = std::move(header);
    codec_ = wire::make_codec(header_);
    reset_stray_lines();
    for (const std::string& remark : header_.remarks) {
        log_line(
            LogLevel::warning,
            "The header " + quoted_excerpt(header_line_) + " of promise module '" + type_.path +
                "' " + remark
        );
    }
    if (state_ == State::terminating) return terminate();
    deadline_.end();
    if (known_.description) return begin_work();
    if (header_.has("describe")) return request_description();
    known_.description = std::make_shared<const Described>(Undescribed{});
    begin_work();
}

void ModuleProcess::begin_work() {
    state_ = exchange_ ? State::working : State::ready;
    has_been_ready_ = !exchange_;
    if (exchange_) send_validate();
}

void ModuleProcess::read_reply(std::string_view line) {
    const wire::Read read = codec_->read_line(line);
    if (const auto* log = std::get_if<wire::LogLine>(&read)) {
        check_size(line);
        return take_log_line(*log);
    }
    if (const auto* progress = std::get_if<wire::ProgressLine>(&read)) {
        check_size(line);
        return take_progress(*progress);
    }
    const auto* malformed = std::get_if<wire::Malformed>(&read);
    if (malformed != nullptr && malformed->harm == wire::Malformed::Harm::to_line)
        return log_line(LogLevel::warning, subject() + " " + malformed->why + "; ignoring it");
    reply_bytes_ += line.size();
    check_size(line);
    if (std::holds_alternative<wire::Unfinished>(read)) return;
    if (std::holds_alternative<wire::Stray>(read)) return take_stray_line(line);
    if (outcome_ || state_ == State::ready) return take_unsolicited(read);
    if (const auto* reply = std::get_if<wire::Reply>(&read)) return take_reply(*reply);
    fail(
        ModuleError::Cause::protocol,
        malformed->why + "; read " + quote(line) + " as the answer to " + std::string(awaited())
    );
}

void ModuleProcess::take_log_line(const wire::LogLine& line) {
    if (exchange_ && state_ == State::working) {
        exchange_->log(line);
    } else {
        log_line(line.level.value_or(LogLevel::error), line.text);
    }
}

/// Progress of a promise that is done has no receiver.
void ModuleProcess::take_progress(const wire::ProgressLine& line) const {
    if (exchange_ && !outcome_) exchange_->progress(line);
}

void ModuleProcess::take_reply(const wire::Reply& reply) {
    reply_bytes_ = 0;
    deadline_.end();
    if (state_ == State::describing) return take_description(reply);
    if (state_ == State::terminating) {
        if (reply.result != text_of(wire::Result::success)) {
            log_line(
                LogLevel::error,
                subject() + " answered terminate with " +
                    quoted_excerpt(reply.result.value_or("")) + ", not with 'success'"
            );
        }
        deadline_.begin(limits().terminate);
        return subprocess_.close_input();
    }
    try {
        outcome_ = exchange_->answer(reply);
        if (outcome_) drop_unoffered_fields(*outcome_);
    } catch (const ModuleError& error) {
        fail(error.cause(), error.what(), one_reply_expected);
    }
    if (!outcome_) send_evaluate();
}

/// Drops fields that only count in replies of modules that list the flag.
void ModuleProcess::drop_unoffered_fields(Outcome& outcome) const {
    if (!header_.has("variables")) outcome.variables.clear();
    if (!header_.has("changes")) outcome.changes.clear();
}

void ModuleProcess::take_description(const wire::Reply& reply) {
    for (const wire::LogLine& line : reply.log)
        take_log_line(line);
    const std::string_view asked = text_of(Operation::describe);
    if (reply.operation.value_or(std::string(asked)) != asked) {
        fail(
            ModuleError::Cause::protocol,
            "answered " + quoted_excerpt(*reply.operation) + " to a describe request",
            one_reply_expected
        );
    }
    known_.description = std::make_shared<const Described>(description_in(reply));
    const auto* undescribed = std::get_if<Undescribed>(known_.description.get());
    if (undescribed != nullptr && exchange_) {
        log_line(
            LogLevel::warning,
            "ignoring the description sent by promise module '" + type_.path +
                "': " + undescribed->why
        );
    }
    begin_work();
}

void ModuleProcess::take_unsolicited(const wire::Read& read) {
    if (std::exchange(is_out_of_step_, true)) return;
    const bool is_reply = std::holds_alternative<wire::Reply>(read);
    log_line(
        LogLevel::warning,
        subject() + (is_reply ? " answered once more" : " wrote more after its answer") +
            ", and is restarted for the next promise. " + one_reply_expected
    );
}

void ModuleProcess::take_stray_line(std::string_view line) {
    if (known_.stray_lines == StrayLines::were_shown) {
        log_line(LogLevel::debug, subject() + " printed " + quote(line));
        return;
    }
    known_.stray_lines = StrayLines::were_shown;
    log_line(
        LogLevel::warning,
        subject() + " printed " + quote(line) +
            ", which is neither a reply nor a log line 'log_LEVEL=TEXT'; debug output belongs on "
            "standard error. Further lines are shown at debug level only"
    );
}

/// Which of several processes printed first is arbitrary: a module that lists `parallel` gets the
/// warning for every promise.
void ModuleProcess::reset_stray_lines() {
    if (header_.has("parallel")) known_.stray_lines = StrayLines::show_first;
}

void ModuleProcess::check_size(std::string_view line) const {
    if (line.size() > limits().log_line && !(codec_ && codec_->is_reply(line))) {
        fail(
            ModuleError::Cause::limit,
            "wrote a line of more than " + std::to_string(limits().log_line) + " bytes, " +
                quote(line)
        );
    }
    if (reply_bytes_ + line.size() > limits().message) {
        fail(
            ModuleError::Cause::limit,
            "answered " + std::string(awaited()) + " with more than " +
                std::to_string(limits().message) + " bytes"
        );
    }
}

Subprocess::Sent ModuleProcess::send(std::string_view message) {
    recording_.agent_said(message, secrets_);
    return subprocess_.send(message);
}

// --- requests -----------------------------------------------------------------------------------

std::optional<Outcome> ModuleProcess::refusal() const {
    const Promise& promise = exchange_->promise();
    if (!promise.terms.changes_allowed() && !header_.has("action_policy")) {
        log_line(
            LogLevel::error,
            "Not making changes to the system, but the custom promise module '" + type_.path +
                "' doesn't support action_policy; not evaluating " + name_of(promise)
        );
        return Outcome::of(Verdict::not_kept);
    }
    if (const auto obstacle = codec_->obstacle(promise)) {
        log_line(
            LogLevel::error, subject() + " cannot be sent " + name_of(promise) + ": it " + *obstacle
        );
        return Outcome::of(Verdict::not_kept);
    }
    return std::nullopt;
}

void ModuleProcess::request_description() {
    state_ = State::describing;
    request_.clear();
    codec_->append_request(request_, Operation::describe, settings_.log_level);
    reply_bytes_ = 0;
    deadline_.begin(limits().describe);
    send(request_);
}

/// Runs before anything of the promise is written or logged.
void ModuleProcess::collect_secrets() {
    const Promise& promise = exchange_->promise();
    if (const auto* undescribed = std::get_if<Undescribed>(known_.description.get())) {
        if (undescribed->cause == Undescribed::Cause::unusable)
            secrets_.note_possible(promise, undescribed->sent);
        return;
    }
    const auto& description = std::get<Description>(*known_.description);
    if (const auto* described = description.promise_type(promise.type->name))
        secrets_.note(promise, *described);
}

Subprocess::Sent ModuleProcess::send_validate() {
    collect_secrets();
    outcome_ = refusal();
    if (outcome_) return Subprocess::Sent::taken;
    request_.clear();
    codec_->append_validate(request_, exchange_->promise());
    reply_bytes_ = 0;
    deadline_.begin(limits().validate);
    return send(request_);
}

void ModuleProcess::send_evaluate() {
    wire::turn_into_evaluate(request_);
    const auto& own_limit = exchange_->promise().terms.limit;
    deadline_.begin(own_limit ? *own_limit : limits().evaluate, limits().notice);
    send(request_);
}

void ModuleProcess::terminate() {
    if (subprocess_.exited()) return reap(); // it exited after its last answer
    if (state_ == State::describing) return end();
    state_ = State::terminating;
    deadline_.begin(limits().terminate);
    if (codec_ == nullptr) return; // sent once the header has arrived
    request_.clear();
    codec_->append_request(request_, Operation::terminate, settings_.log_level);
    send(request_);
}

// --- messages -----------------------------------------------------------------------------------

void ModuleProcess::log_line(LogLevel level, std::string_view line) const {
    if (exchange_) {
        exchange_->log_line(level, line);
    } else if (settings_.log && level <= settings_.log_level) {
        settings_.log(level, secrets_.masked(line));
    }
}

void ModuleProcess::read_errors() {
    const std::string errors = subprocess_.take_errors();
    if (errors.empty()) return;
    error_tail_.add(secrets_.masked(errors));
    if (exchange_ && !exchange_->wants(LogLevel::debug)) return;
    for (const std::string_view line : filled_lines_of(errors))
        log_line(LogLevel::debug, subject() + " wrote to standard error: " + std::string(line));
}

std::string_view ModuleProcess::awaited() const {
    if (state_ == State::describing) return text_of(Operation::describe);
    return text_of(exchange_ ? exchange_->operation() : Operation::terminate);
}

std::string ModuleProcess::quote(std::string_view text) const {
    return quoted_excerpt(secrets_.masked(text));
}

bool ModuleProcess::is_in_reply() const {
    return reply_bytes_ > 0 || !subprocess_.output().unfinished().empty();
}

const Limits& ModuleProcess::limits() const {
    return settings_.limits_for(exchange_ ? exchange_->promise().type->name : type_.name);
}

} // namespace vow::client
