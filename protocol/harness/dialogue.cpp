#include "protocol/harness/dialogue.h"

#include "protocol/description/secrets.h"
#include "protocol/harness/conversation.h"

#include <algorithm>

namespace vow::harness {
namespace {

using wire::Operation;
using wire::Variant;

Completeness after(Conversation::Silence silence) {
    return silence == Conversation::Silence::too_long ? Completeness::too_late : Completeness::cut;
}

/// A module that logs without end does not answer, however quickly it does so.
constexpr std::size_t max_lines = 100'000;

/// The codecs take lines without line ends.
std::string_view without_return(std::string_view line) {
    if (line.ends_with('\r')) line.remove_suffix(1);
    return line;
}

/// The fields of a reply on the line variant.
Data fields_from(const std::vector<std::string>& lines) {
    std::vector<Data::Member> members;
    for (const std::string& line : lines) {
        const std::size_t equals = line.find('=');
        if (equals == std::string::npos || line.starts_with("log_")) continue;
        members.emplace_back(
            line.substr(0, equals), Data::string(without_return(line.substr(equals + 1)))
        );
    }
    return Data::object(std::move(members));
}

/// The object in a reply of the JSON variant, even over several lines.
Data object_in(const std::vector<std::string>& lines) {
    std::string text;
    for (const std::string& line : lines) {
        if (text.empty() && !line.starts_with('{')) continue;
        text += line + "\n";
        auto read = parse_json(text);
        if (auto* object = std::get_if<Data>(&read)) return std::move(*object);
    }
    return {};
}

} // namespace

std::optional<wire::Result> Answer::result() const {
    const auto expected = wire::operation_from(operation);
    if (!expected || !reply || !reply->result) return std::nullopt;
    return wire::result_from(*expected, *reply->result);
}

std::string Answer::masked(std::string_view text) const {
    return secrets == nullptr ? std::string(text) : secrets->masked(text);
}

bool Answer::has_logged(LogLevel level) const {
    return std::any_of(log.begin(), log.end(), [&](const wire::LogLine& line) {
        return line.level == level;
    });
}

bool Answer::has_logged_at_least(LogLevel level) const {
    return std::any_of(log.begin(), log.end(), [&](const wire::LogLine& line) {
        return line.level && *line.level <= level;
    });
}

Dialogue::Dialogue(const Subject& subject, Conversation::Milliseconds limit)
    : started_(Conversation::Clock::now()),
      conversation_(subject, limit),
      secrets_(subject.secrets),
      late_answers_(subject.late_answers),
      ending_(subject.ending) {}

const Greeting& Dialogue::greet() {
    return greet(wire::agent_header());
}

const Greeting& Dialogue::greet(std::string_view agent_header) {
    conversation_.send(agent_header);
    return read_greeting();
}

const Greeting& Dialogue::read_greeting() {
    Wait wait = conversation_.begin_wait();
    for (;;) {
        const auto line = conversation_.next_line(wait);
        if (!line) {
            greeting_.completeness = after(conversation_.silence());
            if (greeting_.completeness == Completeness::too_late) late_answers_.add_one();
            // The exit status makes a better message.
            if (greeting_.completeness == Completeness::cut) conversation_.wait_for_end();
            return greeting_;
        }
        if (greeting_.line.empty() && without_return(*line).empty()) {
            greeting_.lines_before.push_back(*line);
        } else if (greeting_.line.empty()) {
            greeting_.line = *line;
        } else {
            greeting_.line_after = without_return(*line);
            break;
        }
    }
    greeting_.completeness = Completeness::whole;
    greeting_.duration = Conversation::Clock::now() - started_;
    auto read = wire::parse_header(without_return(greeting_.line));
    if (auto* header = std::get_if<wire::Header>(&read)) {
        codec_ = wire::make_codec(*header);
        greeting_.header = std::move(*header);
    } else {
        greeting_.problem = std::get<wire::HeaderError>(read).message;
    }
    return greeting_;
}

Answer Dialogue::send_request(const Fields& fields) {
    if (!is_open()) return unanswered();
    const Data request = Data::object(fields);
    const Data* operation = request.find("operation");
    return send_request(
        operation == nullptr ? "" : operation->text(), request_text(variant(), fields), request
    );
}

Answer Dialogue::send_request(Operation operation, const SentPromise& promise) {
    return send_request(operation, promise, ChangesAllowed::yes);
}

Answer
Dialogue::send_request(Operation operation, const SentPromise& promise, ChangesAllowed changes) {
    return send_request(fields_of(operation, promise, changes, log_level_));
}

Answer Dialogue::send_request(std::string_view operation, std::string_view request, Data fields) {
    if (!is_open()) return unanswered();
    const auto begin = Conversation::Clock::now();
    conversation_.send(request);
    Answer answer{
        .operation = std::string(operation),
        .request = std::move(fields),
        .sent = std::string(request),
        .secrets = secrets_};
    Wait wait = conversation_.begin_wait();
    read_answer(answer, wait);
    answer.duration = Conversation::Clock::now() - begin;
    is_lost_ = !answer.is_whole();
    if (is_lost_ && answer.cause.empty()) answer.cause = cause_of_silence(conversation_, secrets_);
    operation_before_ = answer.operation;
    if (record_ != nullptr) record_->push_back(answer);
    return answer;
}

Answer Dialogue::unanswered() {
    const bool is_late = greeting_.completeness == Completeness::too_late;
    return {
        .operation = {},
        .completeness = is_late ? Completeness::too_late : Completeness::cut,
        .cause = cause_of_silence(conversation_, secrets_)};
}

Answer Dialogue::terminate() {
    if (ending_ == Subject::Ending::killed) return {};
    return send_request(fields_of(text_of(Operation::terminate), log_level_));
}

Data Dialogue::describe() {
    const Answer answer = send_request(fields_of("describe", log_level_));
    const Data* description = answer.fields.find("description");
    if (description == nullptr) return {};
    if (description->kind() != Data::Kind::string) return *description;
    auto read = parse_json(description->text()); // the line variant carries it as a text
    auto* data = std::get_if<Data>(&read);
    return data == nullptr ? Data() : std::move(*data);
}

Answer Dialogue::read_rest() {
    if (!is_open()) return unanswered();
    Answer all{.secrets = secrets_};
    Wait wait = conversation_.begin_wait();
    do {
        if (all.reply) all.surplus.push_back(*std::exchange(all.reply, std::nullopt));
        all.completeness = Completeness::cut;
        read_answer(all, wait);
    } while (all.is_whole());
    if (record_ != nullptr) record_->push_back(all);
    return all;
}

/// Reads lines until a reply ends. A repeated reply to an earlier request is skipped; but if no
/// other one comes, it was meant as the answer.
void Dialogue::read_answer(Answer& answer, Wait& wait) {
    has_begun_to_reply_ = false;
    while (answer.completeness != Completeness::whole) {
        const auto line = conversation_.next_line(wait);
        if (line && answer.lines.size() == max_lines) {
            answer.completeness = Completeness::too_late;
            answer.cause = {"the module wrote " + std::to_string(max_lines) + " lines before"};
            late_answers_.add_one();
            break;
        }
        if (!line) {
            answer.completeness = after(conversation_.silence());
            if (answer.completeness == Completeness::too_late) late_answers_.add_one();
            answer.was_busy = conversation_.was_busy();
            // Its exit status explains the end, and later requests see that it has ended.
            if (answer.completeness == Completeness::cut) conversation_.wait_for_end();
            break;
        }
        answer.lines.push_back(*line);
        has_begun_to_reply_ = has_begun_to_reply_ || is_reply(*line);
        const std::string_view text = without_return(*line);
        take(answer, codec_->read_line(text), text);
    }
    if (!answer.is_whole() && !answer.surplus.empty() && !answer.operation.empty()) {
        answer.reply = std::move(answer.surplus.back());
        answer.surplus.pop_back();
        answer.completeness = Completeness::whole;
    }
    if (answer.reply) {
        answer.fields =
            variant() == Variant::json_based ? object_in(answer.lines) : fields_from(answer.lines);
    }
}

void Dialogue::take(Answer& answer, wire::ReadResult read, std::string_view line) {
    if (auto* log = std::get_if<wire::LogLine>(&read)) {
        const bool is_late = variant() == Variant::json_based && has_begun_to_reply_;
        if (is_late) answer.late_log_lines.emplace_back(line);
        answer.log.push_back(std::move(*log));
    } else if (auto* progress = std::get_if<wire::ProgressLine>(&read)) {
        if (has_begun_to_reply_) answer.late_progress_lines.emplace_back(line);
        answer.progress.push_back(std::move(*progress));
    } else if (std::holds_alternative<wire::StrayLine>(read)) {
        answer.stray_lines.emplace_back(line);
    } else if (auto* malformed = std::get_if<wire::FormatError>(&read)) {
        answer.malformed = std::move(malformed->why);
        answer.completeness = Completeness::whole;
    } else if (auto* reply = std::get_if<wire::Reply>(&read)) {
        if (is_surplus(*reply, answer)) {
            answer.surplus.push_back(std::move(*reply));
            answer.lines.clear();
            has_begun_to_reply_ = false;
            return;
        }
        answer.log.insert(answer.log.end(), reply->log.begin(), reply->log.end());
        answer.reply = std::move(*reply);
        answer.completeness = Completeness::whole;
    }
}

/// True after an object or a field, before the empty line that ends the reply.
bool Dialogue::is_reply(const std::string& line) const {
    return variant() == Variant::json_based ? line.starts_with('{') : codec_->is_reply(line);
}

bool Dialogue::is_surplus(const wire::Reply& reply, const Answer& answer) const {
    return reply.operation && *reply.operation != answer.operation &&
           *reply.operation == operation_before_;
}

} // namespace vow::harness
