#include "protocol/harness/answer_finding.h"

#include "protocol/harness/escapes.h"
#include "protocol/text/lines.h"

#include <algorithm>

namespace vow::harness {
namespace {

constexpr std::size_t most_lines = 40;
constexpr std::size_t longest_request = 600;
constexpr std::size_t longest_line = 2000;
constexpr std::size_t most_error_lines = 5;

std::string seconds_text(Conversation::Milliseconds limit) {
    const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(limit);
    if (seconds == limit)
        return std::to_string(seconds.count()) + (seconds.count() == 1 ? " second" : " seconds");
    return std::to_string(limit.count()) + " milliseconds";
}

std::string cut_in_middle(const std::string& text, std::size_t longest) {
    if (text.size() <= longest) return text;
    const std::size_t half = longest / 2;
    return text.substr(0, half) + " ... " + text.substr(text.size() - half);
}

} // namespace

std::vector<std::string> excerpt(const Answer& answer) {
    std::vector<std::string> lines;
    for (const std::string_view line : filled_lines_of(answer.sent)) {
        if (lines.size() == most_lines / 2) break;
        lines.push_back("> " + cut_in_middle(with_escapes(line), longest_request));
    }
    for (const std::string& line : answer.lines) {
        if (lines.size() == most_lines) {
            lines.emplace_back("< ...");
            break;
        }
        lines.push_back("< " + cut_in_middle(with_escapes(line), longest_line));
    }
    return lines;
}

std::vector<std::string> cause_of_silence(Dialogue& dialogue) {
    Conversation& conversation = dialogue.conversation();
    std::vector<std::string> lines;
    if (conversation.has_ended())
        lines.push_back("the module " + client::text_of(conversation.status()));
    else if (conversation.silence() == Conversation::Silence::output_ended)
        lines.emplace_back("the module closed its standard output and did not exit");
    else
        lines.push_back("the module did not answer within " + seconds_text(conversation.limit()));
    const std::string errors = conversation.errors();
    const auto printed = filled_lines_of(errors);
    const std::size_t first = printed.size() - std::min(printed.size(), most_error_lines);
    for (std::size_t index = first; index < printed.size(); ++index)
        lines.push_back("stderr: " + with_escapes(printed[index]));
    return lines;
}

Finding answered(const Answer& answer, const std::string& what) {
    switch (answer.completeness) {
    case Completeness::whole: return Finding::pass();
    case Completeness::cut:
        return Finding::violation(
            what + ": its output ended before the answer did", excerpt(answer)
        );
    case Completeness::too_late: break;
    }
    const bool has_begun = !answer.lines.empty();
    return Finding::violation(
        what + (has_begun ? ": no empty line ended its answer within the limit"
                          : ": there was no answer within the limit"),
        excerpt(answer)
    );
}

} // namespace vow::harness
