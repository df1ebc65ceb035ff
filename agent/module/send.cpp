#include "agent/module/command.h"
#include "protocol/client/last_words.h"
#include "protocol/client/module_error.h"
#include "protocol/harness/dialogue.h"
#include "protocol/harness/record/transcript.h"

#include <cstdio>

namespace vow::agent {
namespace {

using harness::Answer;
using harness::Conversation;
using wire::Operation;
using wire::Result;

constexpr std::size_t left_column = 78;

/// A line of the wire, and beside it what it means.
void show(char speaker, const std::string& line, const std::string& meaning) {
    std::string text = std::string(1, speaker) + " " + line;
    if (!meaning.empty()) {
        if (text.size() > left_column) text += "\n";
        const std::size_t begin = text.rfind('\n') == std::string::npos ? 0 : text.rfind('\n') + 1;
        text.resize(std::max(text.size(), begin + left_column), ' ');
        text += " | " + meaning;
    }
    std::printf("%s\n", text.c_str());
}

std::string meaning_of(const Answer& answer) {
    if (!answer.malformed.empty()) return "broken: it " + answer.malformed;
    if (!answer.reply) return "";
    std::string text = answer.operation + ": " + answer.reply->result.value_or("no result");
    if (!answer.result()) text += " (which does not answer it)";
    for (const std::string& name : answer.reply->result_classes)
        text += ", class " + name;
    for (const std::string& remark : answer.reply->remarks)
        text += "; " + remark;
    return text;
}

std::string meaning_of(const Answer& answer, const std::string& line) {
    if (line.starts_with('{') || line.starts_with("result=")) return meaning_of(answer);
    const bool is_log = line.starts_with("log_");
    for (const wire::LogLine& log : answer.log) {
        if (is_log && line == "log_" + log.word + "=" + log.text) {
            return (log.level ? "" : "unknown level ") + log.word + ": " + log.text;
        }
    }
    for (const std::string& stray : answer.stray_lines) {
        if (line == stray) return "neither protocol nor a log line";
    }
    return "";
}

/// Shows what was said since the last time.
class Screen {
public:
    explicit Screen(const Conversation& conversation) : conversation_(conversation) {}

    void show_new(const Answer& answer) {
        const auto& lines = conversation_.lines();
        for (; shown_ < lines.size(); ++shown_) {
            const bool is_agent = lines[shown_].speaker == Conversation::Line::Speaker::agent;
            show(
                is_agent ? '>' : '<',
                lines[shown_].text,
                is_agent ? "" : meaning_of(answer, lines[shown_].text)
            );
        }
        if (answer.completeness == harness::Completeness::too_late) {
            std::printf("  (nothing more came within the limit)\n");
        } else if (answer.completeness == harness::Completeness::cut) {
            std::printf("  (its output ended here)\n");
        }
        std::fflush(stdout);
    }

private:
    const Conversation& conversation_;
    std::size_t shown_ = 0;
};

ModuleStatus status_for(const std::optional<Result>& result) {
    switch (result.value_or(Result::error)) {
    case Result::kept:
    case Result::repaired: return ModuleStatus::success;
    case Result::not_kept:
    case Result::invalid: return ModuleStatus::violations;
    case Result::valid:
    case Result::success:
    case Result::failure:
    case Result::error: break;
    }
    return ModuleStatus::broken;
}

/// What cannot be sent to it, in words; empty: all can.
std::string refusal(const harness::Dialogue& dialogue, const ModuleOptions& options) {
    if (options.changes == harness::ChangesAllowed::only_warn &&
        !dialogue.offers("action_policy")) {
        return "it does not offer action_policy, so that it must not be asked to warn";
    }
    const auto obstacle = obstacle_to(dialogue.variant(), options.promise);
    return obstacle ? "it speaks the line based protocol, and " + *obstacle : "";
}

} // namespace

int send_promise(const ModuleOptions& options) {
    harness::Dialogue dialogue(subject_of(options), options.limit);
    dialogue.set_log_level(options.log_level);
    Screen screen(dialogue.conversation());
    dialogue.greet();
    screen.show_new({.completeness = dialogue.greeting().completeness});
    if (dialogue.greeting().line.empty() && dialogue.conversation().has_ended()) {
        throw client::ModuleError(
            client::ModuleError::Cause::not_started,
            "The module ended without a header: it " +
                client::text_of(dialogue.conversation().status())
        );
    }
    if (!dialogue.is_open()) {
        std::fprintf(
            stderr, "vow: that is no header: it %s\n", dialogue.greeting().problem.c_str()
        );
        return number_of(ModuleStatus::broken);
    }
    if (const std::string why = refusal(dialogue, options); !why.empty()) {
        std::fprintf(stderr, "vow: the promise cannot be sent: %s\n", why.c_str());
        return number_of(ModuleStatus::violations);
    }
    Answer answer = dialogue.ask(Operation::validate_promise, options.promise, options.changes);
    screen.show_new(answer);
    if (answer.result() == Result::valid) {
        answer = dialogue.ask(Operation::evaluate_promise, options.promise, options.changes);
        screen.show_new(answer);
    }
    if (answer.is_whole()) screen.show_new(dialogue.terminate());
    dialogue.conversation().wait_for_end();
    if (!options.record.empty()) {
        harness::write_transcript(options.record, dialogue.conversation().lines());
    }
    std::printf("it %s\n", client::text_of(dialogue.conversation().status()).c_str());
    for (const std::string_view line : client::lines_of(dialogue.conversation().errors()))
        std::printf("stderr: %s\n", std::string(line).c_str());
    return number_of(status_for(answer.result()));
}

} // namespace vow::agent
