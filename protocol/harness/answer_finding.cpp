#include "protocol/harness/answer_finding.h"

#include "protocol/harness/escapes.h"
#include "protocol/text/text.h"

#include <algorithm>

namespace vow::harness {
namespace {

constexpr std::size_t max_lines = 40;
constexpr std::size_t max_request_length = 600;
constexpr std::size_t max_line_length = 2000;

std::string cut_in_middle(const std::string& text, std::size_t longest) {
    if (text.size() <= longest) return text;
    const std::size_t half = longest / 2;
    return text.substr(0, half) + " ... " + text.substr(text.size() - half);
}

} // namespace

std::vector<std::string> excerpt(const Answer& answer) {
    std::vector<std::string> lines;
    for (const std::string_view line : filled_lines_of(answer.sent)) {
        if (lines.size() == max_lines / 2) break;
        lines.push_back(
            "> " + cut_in_middle(with_escapes(answer.masked(line)), max_request_length)
        );
    }
    for (const std::string& line : answer.lines) {
        if (lines.size() == max_lines) {
            lines.emplace_back("< ...");
            break;
        }
        lines.push_back("< " + cut_in_middle(with_escapes(answer.masked(line)), max_line_length));
    }
    return lines;
}

std::vector<std::string> cause_and_excerpt(const Answer& answer) {
    std::vector<std::string> lines = answer.cause;
    const std::vector<std::string> shown = excerpt(answer);
    lines.insert(lines.end(), shown.begin(), shown.end());
    return lines;
}

Finding answered(const Answer& answer, const std::string& what) {
    switch (answer.completeness) {
    case Completeness::whole: return Finding::pass();
    case Completeness::cut:
        return Finding::violation(
            what + ": its output ended before the answer did", cause_and_excerpt(answer)
        );
    case Completeness::too_late: break;
    }
    const bool has_begun = !answer.lines.empty();
    return Finding::violation(
        what + (has_begun ? ": no empty line ended its answer within the limit"
                          : ": there was no answer within the limit"),
        cause_and_excerpt(answer)
    );
}

} // namespace vow::harness
