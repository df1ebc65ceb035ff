#include "agent/module/screen.h"

#include "protocol/text/shown_text.h"
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

} // namespace vow::agent
