#include "protocol/harness/answer_finding.h"
#include "protocol/harness/conformance/examination.h"

#include <algorithm>

namespace vow::harness {
namespace {

using wire::Operation;

bool is_about_progress(const std::string& line) {
    return line.starts_with(wire::progress_prefix);
}

/// Judges the progress lines around one answer.
Finding judged(const Answer& answer) {
    const auto& lines = answer.lines;
    if (!answer.malformed.empty() && std::any_of(lines.begin(), lines.end(), is_about_progress)) {
        return Finding::violation("it " + answer.malformed, excerpt(answer));
    }
    const bool is_late = answer.operation == text_of(Operation::terminate);
    if (!answer.late_progress_lines.empty() || (is_late && !answer.progress.empty())) {
        return Finding::violation("it sent progress after its answer", excerpt(answer));
    }
    return Finding::pass();
}

} // namespace

Finding progress_is_well_formed(Examination& examination) {
    bool was_there = false;
    for (const SentPromise& sample : examination.samples()) {
        const auto dialogue = examination.begin_watched();
        if (!dialogue->is_open()) continue;
        std::vector<Answer> answers;
        answers.push_back(dialogue->send_request(Operation::validate_promise, sample));
        if (answers.front().result() == wire::Result::valid) {
            answers.push_back(dialogue->send_request(Operation::evaluate_promise, sample));
        }
        if (answers.back().is_whole()) answers.push_back(dialogue->terminate());
        for (const Answer& answer : answers) {
            Finding finding = judged(answer);
            if (finding.judgement != Judgement::pass) return finding;
            was_there = was_there || !answer.progress.empty();
        }
    }
    if (was_there) return Finding::pass();
    return Finding::not_offered("it sends no progress for the given promises");
}

Finding progress_is_requested(Examination& examination) {
    for (const Answer& answer : examination.traffic()) {
        const auto& lines = answer.lines;
        if (std::none_of(lines.begin(), lines.end(), is_about_progress)) continue;
        return Finding::violation(
            "it sent progress without VOW_PROGRESS=1 in its environment; older agents fail "
            "at such a line",
            excerpt(answer)
        );
    }
    return Finding::pass();
}

} // namespace vow::harness
