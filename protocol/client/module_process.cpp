#include "protocol/client/module_process.h"

#include "protocol/client/module_start.h"

namespace vow::client {

using wire::Operation;

namespace {

constexpr std::size_t max_header_ahead = std::size_t{64} << 10U; ///< bytes read without a promise

} // namespace

ModuleProcess::ModuleProcess(
    const PromiseType& type, const HostSettings& settings, ModuleKnowledge known
)
    : settings_(settings),
      type_(type),
      subprocess_(start_module(type, settings)),
      recording_(settings.record_folder, type.path, subprocess_.process_id(), settings.secrets),
      header_reader_(type.path),
      log_(type_.path, settings, secrets_, exchange_),
      known_(std::move(known)) {
    deadline_.begin(settings.limits_for(type.name).header);
    if (recording_.has_failed() && settings.log) {
        settings.log(
            LogLevel::error, "Cannot write to the folder '" + settings.record_folder + "'"
        );
    }
    send(wire::agent_header());
    if (settings.watcher != nullptr) settings.watcher->process_started(process_id(), type_);
}

ModuleProcess::BeginResult ModuleProcess::begin(
    const Promise& promise, PromiseListener& listener, PromiseExchange::Extent extent
) {
    if (subprocess_.has_exited()) return BeginResult::process_gone;
    exchange_.emplace(promise, listener, type_.path, secrets_, extent);
    subprocess_.begin_work();
    // The header and the description have to arrive first.
    if (state_ == State::starting || state_ == State::describing) return BeginResult::begun;
    state_ = State::working;
    if (send_validate() == Subprocess::SendResult::accepted) return BeginResult::begun;
    exchange_.reset();
    state_ = State::ready;
    return BeginResult::process_gone;
}

void ModuleProcess::finish() {
    exchange_.reset();
    has_been_ready_ = true;
    subprocess_.begin_work(); // the daemons that it left are on purpose
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
    const bool is_resumed = deadline_.is_paused() && !has_to_wait();
    if (state_ == State::ended || is_resumed || has_unread_lines_) return {}; // at once
    return deadline_.until();
}

void ModuleProcess::attend(const Subprocess::Watched& ready) {
    if (state_ == State::ended) return;
    if (has_to_wait()) return deadline_.pause();
    deadline_.resume();
    has_unread_lines_ = false;
    subprocess_.attend(ready);
    if (!is_ahead_) log_.add_errors(subprocess_.take_errors());
    if (state_ == State::ending || state_ == State::killed) return continue_ending();
    read_lines();
    if (has_to_wait()) return deadline_.pause();
    if (outcome_) return;
    check_alive();
    check_clock();
}

// --- ahead of need ---

void ModuleProcess::attend_ahead(const Subprocess::Watched& ready) {
    is_ahead_ = true;
    subprocess_.attend(ready);
}

std::optional<bool> ModuleProcess::is_parallel_ahead() const {
    HeaderReader reader(type_.path);
    std::string_view rest = subprocess_.output().unfinished();
    if (rest.size() > max_header_ahead) return false;
    try {
        for (auto end = rest.find('\n'); end != rest.npos; end = rest.find('\n')) {
            std::string_view line = rest.substr(0, end);
            rest.remove_prefix(end + 1);
            if (line.ends_with('\r')) line.remove_suffix(1);
            if (const auto header = reader.take(line)) return header->has("parallel");
        }
    } catch (const ModuleError&) {
        return false; // logged when its first promise comes
    }
    if (subprocess_.has_exited() || subprocess_.is_output_closed()) return false;
    return std::nullopt;
}

void ModuleProcess::drop_ahead() {
    is_ahead_ = true;
    subprocess_.close_input(); // enough for one that ignores the signal
    end();
}

bool ModuleProcess::leave_ahead() {
    Subprocess::Watched watched = subprocess_.watched();
    if (poll(watched.data(), watched.size(), 0) > 0) attend_ahead(watched);
    if (subprocess_.has_exited()) return false;
    is_ahead_ = false;
    has_unread_lines_ = true;
    deadline_.begin(limits().header);
    return true;
}

Subprocess::SendResult ModuleProcess::send(std::string_view message) {
    recording_.add_request(message, secrets_);
    return subprocess_.send(message);
}

std::optional<Outcome> ModuleProcess::refusal() const {
    const Promise& promise = exchange_->promise();
    if (!promise.terms.changes_allowed() && !header_.has("action_policy")) {
        const bool is_question = promise.terms.policy == Terms::Policy::dry_run;
        if (is_question && settings_.without_dry_run == WithoutDryRun::cannot_be_told) {
            log_.line(
                LogLevel::warning,
                "Cannot tell whether " + name_of(promise) + " is kept: the promise module '" +
                    type_.path + "' knows no dry run"
            );
            return Outcome::unknown(Untold::no_dry_run);
        }
        log_.line(
            LogLevel::error,
            "Not making changes to the system, but the custom promise module '" + type_.path +
                "' doesn't support action_policy; not evaluating " + name_of(promise)
        );
        return Outcome::of(Verdict::not_kept);
    }
    if (const auto obstacle = codec_->obstacle(promise)) {
        log_.line(
            LogLevel::error,
            log_.subject() + " cannot be sent " + name_of(promise) + ": it " + *obstacle
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
    if (const auto* undescribed = std::get_if<MissingDescription>(known_.description.get())) {
        if (undescribed->cause == MissingDescription::Cause::unusable)
            exchange_->listener().learn_secrets(secrets_.note_possible(promise, undescribed->sent));
        return;
    }
    const auto& description = std::get<Description>(*known_.description);
    if (const auto* described = description.promise_type(promise.type->name))
        exchange_->listener().learn_secrets(secrets_.note(promise, *described));
}

Subprocess::SendResult ModuleProcess::send_validate() {
    collect_secrets();
    outcome_ = refusal();
    if (outcome_) return Subprocess::SendResult::accepted;
    request_.clear();
    codec_->append_validate(request_, exchange_->promise());
    reply_bytes_ = 0;
    deadline_.begin(limits().validate);
    return send(request_);
}

void ModuleProcess::send_evaluate() {
    wire::turn_into_evaluate(request_);
    const auto& own_limit = exchange_->promise().terms.limit;
    if (is_agents_own_) // it observes the limit itself, as inside the agent
        deadline_.begin(std::chrono::hours(24) * 365, limits().notice);
    else
        deadline_.begin(own_limit ? *own_limit : limits().evaluate, limits().notice);
    send(request_);
}

void ModuleProcess::terminate() {
    if (subprocess_.has_exited()) return reap(); // it exited after its last answer
    if (state_ == State::describing) return end();
    state_ = State::terminating;
    deadline_.begin(limits().terminate);
    if (codec_ == nullptr) return; // sent once the header has arrived
    request_.clear();
    codec_->append_request(request_, Operation::terminate, settings_.log_level);
    send(request_);
}

std::string_view ModuleProcess::awaited() const {
    if (state_ == State::describing) return text_of(Operation::describe);
    return text_of(exchange_ ? exchange_->operation() : Operation::terminate);
}

bool ModuleProcess::is_in_reply() const {
    return reply_bytes_ > 0 || !subprocess_.output().unfinished().empty();
}

const Limits& ModuleProcess::limits() const {
    return settings_.limits_for(exchange_ ? exchange_->promise().type->name : type_.name);
}

} // namespace vow::client
