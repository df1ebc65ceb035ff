#include "protocol/harness/answer_finding.h"

#include "protocol/client/quotation.h"

namespace vow::harness {
namespace {

constexpr std::size_t longest_excerpt = 6;

} // namespace

std::vector<std::string> excerpt(const Answer& answer) {
    std::vector<std::string> lines;
    if (answer.request.kind() != Data::Kind::null) {
        lines.push_back("> " + client::quoted_excerpt(json_text(answer.request)));
    }
    for (const std::string& line : answer.lines) {
        if (lines.size() == longest_excerpt) {
            lines.emplace_back("< ...");
            break;
        }
        lines.push_back("< " + client::quoted_excerpt(line));
    }
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
