#include "protocol/client/module_process.h"
#include "protocol/client/quotation.h"
#include "protocol/client/self_description.h"
#include "protocol/wire/whole_outcome.h"

/// How a process takes the lines that its module writes: the header, log lines, replies, and lines
/// that are none of these.
namespace vow::client {
namespace {

using wire::Operation;

constexpr const char* one_reply_expected =
    "Each request gets exactly one reply, which names the request's operation";

} // namespace

void ModuleProcess::read_lines() {
    while (!has_to_wait()) {
        const auto line = subprocess_.output().next_line();
        if (!line) break;
        recording_.add_module_line(*line, secrets_);
        if (codec_ == nullptr) {
            if (auto header = header_reader_.take(*line)) take_header(*std::move(header));
        } else {
            read_reply(*line);
        }
    }
    check_size(subprocess_.output().unfinished());
}

void ModuleProcess::take_header(wire::Header header) {
    header_ = std::move(header);
    is_agents_own_ = header_.has(wire::whole_outcome_feature);
    codec_ = wire::make_codec(header_);
    reset_stray_lines();
    for (const std::string& remark : header_.remarks) {
        log_.line(
            LogLevel::warning,
            "The header " + quoted_excerpt(header_reader_.line()) + " of promise module '" +
                type_.path + "' " + remark
        );
    }
    if (state_ == State::terminating) return terminate();
    deadline_.end();
    if (known_.description) return begin_work();
    if (header_.has("describe")) return request_description();
    known_.description = std::make_shared<const DescriptionResult>(MissingDescription{});
    begin_work();
}

void ModuleProcess::begin_work() {
    state_ = exchange_ ? State::working : State::ready;
    has_been_ready_ = !exchange_;
    if (exchange_) send_validate();
}

void ModuleProcess::read_reply(std::string_view line) {
    const wire::ReadResult read = codec_->read_line(line);
    if (const auto* log = std::get_if<wire::LogLine>(&read)) {
        check_size(line);
        return take_log_line(*log);
    }
    if (const auto* progress = std::get_if<wire::ProgressLine>(&read)) {
        check_size(line);
        return take_progress(*progress);
    }
    const auto* malformed = std::get_if<wire::FormatError>(&read);
    if (malformed != nullptr && malformed->harm == wire::FormatError::Harm::to_line)
        return log_.line(
            LogLevel::warning, log_.subject() + " " + malformed->why + "; ignoring it"
        );
    reply_bytes_ += line.size();
    check_size(line);
    if (std::holds_alternative<wire::IncompleteReply>(read)) return;
    if (std::holds_alternative<wire::StrayLine>(read)) return take_stray_line(line);
    if (outcome_ || state_ == State::ready) return take_unsolicited(read);
    if (const auto* reply = std::get_if<wire::Reply>(&read)) return take_reply(*reply);
    fail(
        ModuleError::Cause::protocol,
        malformed->why + "; read " + log_.quote(line) + " as the answer to " +
            std::string(awaited())
    );
}

void ModuleProcess::take_log_line(const wire::LogLine& line) {
    if (exchange_ && state_ == State::working) {
        exchange_->log(line);
    } else {
        log_.line(line.level.value_or(LogLevel::error), line.text);
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
            log_.line(
                LogLevel::error,
                log_.subject() + " answered terminate with " +
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
    const std::string_view requested = text_of(Operation::describe);
    if (reply.operation.value_or(std::string(requested)) != requested) {
        fail(
            ModuleError::Cause::protocol,
            "answered " + quoted_excerpt(*reply.operation) + " to a describe request",
            one_reply_expected
        );
    }
    known_.description = std::make_shared<const DescriptionResult>(description_in(reply));
    const auto* undescribed = std::get_if<MissingDescription>(known_.description.get());
    if (undescribed != nullptr && exchange_) {
        log_.line(
            LogLevel::warning,
            "ignoring the description sent by promise module '" + type_.path +
                "': " + undescribed->why
        );
    }
    if (const auto* described = std::get_if<Description>(known_.description.get());
        described != nullptr && exchange_) {
        for (const std::string& mistake : described->mistakes) {
            log_.line(
                LogLevel::warning,
                "ignoring a part of the description sent by promise module '" + type_.path +
                    "': " + mistake
            );
        }
    }
    begin_work();
}

void ModuleProcess::take_unsolicited(const wire::ReadResult& read) {
    if (std::exchange(is_out_of_step_, true)) return;
    const bool is_reply = std::holds_alternative<wire::Reply>(read);
    log_.line(
        LogLevel::warning,
        log_.subject() + (is_reply ? " answered once more" : " wrote more after its answer") +
            ", and is restarted for the next promise. " + one_reply_expected
    );
}

void ModuleProcess::take_stray_line(std::string_view line) {
    if (known_.stray_lines == StrayLines::were_shown) {
        log_.line(LogLevel::debug, log_.subject() + " printed " + log_.quote(line));
        return;
    }
    known_.stray_lines = StrayLines::were_shown;
    log_.line(
        LogLevel::warning,
        log_.subject() + " printed " + log_.quote(line) +
            ", which is neither a reply nor a log line 'log_LEVEL=TEXT'; debug output belongs on "
            "standard error. Further lines are shown at debug level only"
    );
}

/// Which of several processes printed first is arbitrary: a module that lists `parallel` gets the
/// warning for every promise.
void ModuleProcess::reset_stray_lines() {
    if (header_.has("parallel")) known_.stray_lines = StrayLines::show_first;
}

/// The agent's own modules keep to these limits, but the protocol adds to their texts.
void ModuleProcess::check_size(std::string_view line) const {
    const std::size_t factor = is_agents_own_ ? 4 : 1;
    if (line.size() > limits().log_line * factor && !(codec_ && codec_->is_reply(line))) {
        fail(
            ModuleError::Cause::limit,
            "wrote a line of more than " + std::to_string(limits().log_line) + " bytes, " +
                log_.quote(line)
        );
    }
    if (reply_bytes_ + line.size() > limits().message * factor) {
        fail(
            ModuleError::Cause::limit,
            "answered " + std::string(awaited()) + " with more than " +
                std::to_string(limits().message) + " bytes"
        );
    }
}

} // namespace vow::client
