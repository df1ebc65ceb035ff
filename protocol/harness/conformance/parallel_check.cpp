#include "protocol/harness/answer_finding.h"
#include "protocol/harness/conformance/examination.h"

#include <string>
#include <utility>
#include <vector>

namespace vow::harness {
namespace {

using wire::Operation;
using wire::Result;

/// The comparable part of an answer with a result: the second process may find repaired what the
/// first one had to do.
std::string outcome_of(const Answer& answer) {
    const auto result = answer.result();
    const bool is_well = *result == Result::kept || *result == Result::repaired;
    return is_well ? "kept or repaired" : std::string(text_of(*result));
}

bool is_valid(Dialogue& dialogue, const SentPromise& promise) {
    return dialogue.send_request(Operation::validate_promise, promise).result() == Result::valid;
}

/// The samples that are valid for a single process, and their results.
std::vector<std::pair<SentPromise, std::string>> kept_alone(Examination& examination) {
    std::vector<std::pair<SentPromise, std::string>> kept;
    const auto dialogue = examination.begin_silently();
    if (!dialogue->greet().header) return kept;
    for (const SentPromise& sample : examination.samples()) {
        if (obstacle_to(dialogue->variant(), sample) || !is_valid(*dialogue, sample)) continue;
        const Answer answer = dialogue->send_request(Operation::evaluate_promise, sample);
        if (answer.result()) kept.emplace_back(sample, outcome_of(answer));
    }
    examination.end(*dialogue);
    return kept;
}

/// Sends both requests before it reads either answer, unless the promises are about the same thing.
std::pair<Answer, Answer>
request_both(Dialogue& first, const SentPromise& one, Dialogue& second, const SentPromise& other) {
    if (one.promiser == other.promiser) {
        Answer answer = first.send_request(Operation::evaluate_promise, one);
        return {std::move(answer), second.send_request(Operation::evaluate_promise, other)};
    }
    const Fields fields =
        fields_of(Operation::evaluate_promise, one, ChangesAllowed::yes, LogLevel::info);
    first.conversation().send(request_text(first.variant(), fields));
    Answer answer = second.send_request(Operation::evaluate_promise, other);
    return {first.send_request(text_of(Operation::evaluate_promise), ""), std::move(answer)};
}

Finding compared(const Answer& answer, const std::string& alone) {
    Finding finding = answered(answer, "while another process works");
    // A missing result is reported by another check.
    if (finding.judgement != Judgement::pass || !answer.result()) return finding;
    const std::string together = outcome_of(answer);
    if (together == alone) return Finding::pass();
    return Finding::violation(
        "while another process worked, the promise was " + together + ", and " + alone + " alone",
        excerpt(answer)
    );
}

} // namespace

Finding processes_work_side_by_side(Examination& examination) {
    const auto alone = kept_alone(examination);
    if (alone.empty()) return Finding::not_offered("no promise was evaluated by one process alone");
    const auto first = examination.begin_silently();
    const auto second = examination.begin_silently();
    if (!first->greet().header || !second->greet().header) {
        return Finding::violation("two processes were started, and one of them sent no header");
    }
    for (std::size_t i = 0; i < alone.size(); ++i) {
        const auto& [one, of_one] = alone[i];
        const auto& [other, of_other] = alone[(i + 1) % alone.size()];
        if (!is_valid(*first, one) || !is_valid(*second, other)) {
            return Finding::violation(
                "one of two processes rejected a promise that a single process accepts"
            );
        }
        const auto answers = request_both(*first, one, *second, other);
        for (const auto& [answer, expected] :
             {std::pair{&answers.first, &of_one}, std::pair{&answers.second, &of_other}}) {
            Finding finding = compared(*answer, *expected);
            if (finding.judgement != Judgement::pass) return finding;
        }
    }
    examination.end(*first);
    examination.end(*second);
    return Finding::pass();
}

} // namespace vow::harness
