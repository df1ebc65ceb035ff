#include "agent/review/printer.h"

#include "agent/review/run_text.h"
#include "protocol/text/shown_text.h"

#include <unistd.h>

namespace vow::agent {
namespace {

using Tone = Printer::Tone;

std::string_view code_of(Tone tone) {
    switch (tone) {
    case Tone::good: return "\x1b[32m";
    case Tone::bad: return "\x1b[31m";
    case Tone::quiet: return "\x1b[36m";
    case Tone::plain: break;
    }
    return {};
}

Tone tone_of_diff(std::string_view line) {
    if (line.starts_with("@@")) return Tone::quiet;
    if (line.starts_with('+')) return Tone::good;
    return line.starts_with('-') ? Tone::bad : Tone::plain;
}

} // namespace

Printer::Printer(const Options& options)
    : output_(STDOUT_FILENO, buffering_for(STDOUT_FILENO)),
      is_colored_(is_colored(options.module.color, STDOUT_FILENO)) {}

void Printer::line(std::string_view text, Tone tone) {
    const std::string_view code = is_colored_ ? code_of(tone) : std::string_view();
    output_.write(code);
    output_.write(shown(text));
    if (!code.empty()) output_.write("\x1b[0m");
    output_.end_line();
}

void Printer::change(const Data& change) {
    line("    " + change_text(change));
    for (const std::string_view each : diff_lines_of(change))
        line("      " + std::string(each), tone_of_diff(each));
}

void Printer::outcome(const RecordedOutcome& outcome, std::string_view mark) {
    std::string text(mark);
    text += words_of_result(outcome.result) + "  " + title_of(outcome.promise);
    if (outcome.is_handled) text += ", handled by the policy";
    const std::string reason = reason_text(outcome);
    if (!reason.empty()) text += ": " + reason;
    line(text, is_failure(outcome) ? Tone::bad : Tone::plain);
    for (const Data& each : outcome.changes.items())
        change(each);
}

void Printer::document(const Data& data) {
    output_.write(shown_json(json_text(data)));
    output_.end_line();
}

} // namespace vow::agent
