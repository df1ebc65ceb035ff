#include "agent/module/shown_dialogue.h"

#include "protocol/client/module_error.h"
#include "protocol/harness/request.h"
#include "protocol/text/shown_text.h"
#include "protocol/text/text.h"
#include "protocol/wire/masked_line.h"

#include <algorithm>
#include <cstdio>

namespace vow::agent {

namespace {

using harness::Conversation;

constexpr std::size_t left_column = 78;

/// Prints a line of the conversation, and its meaning beside it.
void show(char speaker, const std::string& line, const std::string& meaning) {
    std::string text = std::string(1, speaker) + " " + shown(line);
    if (!meaning.empty()) {
        if (text.size() > left_column) text += "\n";
        const std::size_t begin = text.rfind('\n') == std::string::npos ? 0 : text.rfind('\n') + 1;
        text.resize(std::max(text.size(), begin + left_column), ' ');
        text += " | " + shown(meaning);
    }
    std::printf("%s\n", text.c_str());
}

std::string meaning_of(const harness::Answer& answer) {
    if (!answer.malformed.empty()) return "broken: it " + answer.malformed;
    if (!answer.reply) return "";
    const std::string operation =
        answer.operation.empty() ? answer.reply->operation.value_or("?") : answer.operation;
    std::string text = operation + ": " + answer.reply->result.value_or("no result");
    if (wire::operation_from(answer.operation) && !answer.result()) {
        text += " (which does not answer it)";
    }
    for (const std::string& name : answer.reply->result_classes)
        text += ", class " + name;
    for (const std::string& remark : answer.reply->remarks)
        text += "; " + remark;
    return text;
}

std::string meaning_of(const harness::Answer& answer, const std::string& line) {
    if (line.starts_with('{') || line.starts_with("result=")) return meaning_of(answer);
    const bool is_log = line.starts_with("log_");
    for (const wire::LogLine& log : answer.log) {
        if (is_log && line == "log_" + log.word + "=" + log.text) {
            return (log.level ? "" : "unknown level ") + log.word + ": " + log.text;
        }
    }
    for (const std::string& stray : answer.stray_lines) {
        if (line == stray) return "neither a reply nor a log line";
    }
    return "";
}

} // namespace

void Screen::show_new(const harness::Answer& answer) {
    const auto& lines = conversation_.lines();
    for (; shown_ < lines.size(); ++shown_) {
        const bool is_agent = lines[shown_].speaker == Conversation::Line::Speaker::agent;
        show(
            is_agent ? '>' : '<',
            wire::masked_line(lines[shown_].text, secrets_),
            is_agent ? "" : secrets_.masked(meaning_of(answer, lines[shown_].text))
        );
    }
    if (answer.completeness == harness::Completeness::too_late) {
        std::printf("  (nothing more came within the limit)\n");
    } else if (answer.completeness == harness::Completeness::cut) {
        std::printf("  (its output ended here)\n");
    }
    std::fflush(stdout);
}

using harness::ChangesAllowed;
using harness::SentPromise;
using wire::Operation;
using wire::Result;

ShownDialogue::ShownDialogue(const harness::Subject& subject, const ModuleOptions& options)
    : dialogue_(subject, options.limit),
      screen_(dialogue_.conversation()) {
    dialogue_.set_log_level(options.log_level);
    const harness::Greeting& greeting = dialogue_.greet();
    screen_.show_new({.completeness = greeting.completeness});
    if (greeting.line.empty() && dialogue_.conversation().has_ended()) {
        throw client::ModuleError(
            client::ModuleError::Cause::not_started,
            "the module ended without a header: it " +
                client::text_of(dialogue_.conversation().status())
        );
    }
    if (!dialogue_.is_open()) {
        std::fprintf(stderr, "vow: this is not a header: it %s\n", greeting.problem.c_str());
    }
}

std::string ShownDialogue::refusal(const SentPromise& promise, ChangesAllowed changes) const {
    if (changes == ChangesAllowed::only_warn && !dialogue_.offers("action_policy")) {
        return "it does not offer action_policy, so it must not get promises under warn";
    }
    const auto obstacle = obstacle_to(dialogue_.variant(), promise);
    return obstacle ? "it speaks the line based protocol, and " + *obstacle : "";
}

harness::Answer ShownDialogue::validate(const SentPromise& promise, ChangesAllowed changes) {
    note_secrets(promise);
    return shown(dialogue_.send_request(Operation::validate_promise, promise, changes));
}

void ShownDialogue::note_secrets(const SentPromise& promise) {
    if (promise.attributes.empty() || !dialogue_.offers("describe")) return;
    if (!description_) {
        description_ = dialogue_.describe();
        screen_.skip_new();
    }
    harness::note_secrets(screen_.secrets(), promise, *description_);
}

harness::Answer ShownDialogue::keep(const SentPromise& promise, ChangesAllowed changes) {
    harness::Answer answer = validate(promise, changes);
    if (answer.result() != Result::valid) return answer;
    return shown(dialogue_.send_request(Operation::evaluate_promise, promise, changes));
}

harness::Answer ShownDialogue::send_request(std::string_view operation, std::string_view bytes) {
    return shown(dialogue_.send_request(operation, bytes));
}

void ShownDialogue::send(std::string_view bytes) {
    dialogue_.conversation().send(bytes);
    screen_.show_new({.operation = {}, .completeness = harness::Completeness::whole});
}

harness::Answer ShownDialogue::terminate() {
    return shown(dialogue_.terminate());
}

harness::Answer ShownDialogue::shown(harness::Answer answer) {
    screen_.show_new(answer);
    return answer;
}

void ShownDialogue::show_end() {
    harness::Conversation& conversation = dialogue_.conversation();
    conversation.wait_for_end();
    std::printf("it %s\n", client::text_of(conversation.status()).c_str());
    show_errors();
}

void ShownDialogue::show_errors() {
    const std::string errors = dialogue_.conversation().new_errors();
    for (const std::string_view line : filled_lines_of(errors))
        std::printf("stderr: %s\n", vow::shown(screen_.secrets().masked(line)).c_str());
    std::fflush(stdout);
}

ModuleStatus status_for(const harness::Answer& answer) {
    switch (answer.result().value_or(Result::error)) {
    case Result::kept:
    case Result::repaired:
    case Result::valid:
    case Result::success: return ModuleStatus::success;
    case Result::not_kept:
    case Result::invalid: return ModuleStatus::violations;
    case Result::failure:
    case Result::error: break;
    }
    return ModuleStatus::broken;
}

} // namespace vow::agent
