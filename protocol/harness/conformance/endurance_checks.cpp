#include "protocol/harness/answer_finding.h"
#include "protocol/harness/conformance/examination.h"

namespace vow::harness {
namespace {

constexpr int promises = 1000;
/// Growth of less than this between two samples, a megabyte in all, may be noise.
constexpr std::size_t memory_at_once = 256U << 10;

/// True if it grew by at least this much in each of the four intervals, so that it is likely to go
/// on: a garbage collector lets memory grow, too, but pauses in between.
template <class Number>
bool keeps_growing(const std::vector<Footprint>& prints, Number Footprint::*what, Number least) {
    for (std::size_t i = 1; i < prints.size(); ++i) {
        if (prints[i].*what < prints[i - 1].*what + least) return false;
    }
    return true;
}

template <class Number>
Finding flat(Examination& examination, Number Footprint::*what, Number least, const char* unit) {
    const Endurance& endurance = examination.endurance();
    if (!endurance.was_answered) return Finding::not_offered("a request was not answered");
    const auto& prints = endurance.footprints;
    if (prints.size() < 5) return Finding::not_offered("its process cannot be inspected");
    if (!keeps_growing(prints, what, least)) return Finding::pass();
    return Finding::violation(
        "from " + std::to_string(prints.front().*what) + " to " +
        std::to_string(prints.back().*what) + " " + unit + " during " +
        std::to_string(endurance.requests * 4 / 5) + " requests"
    );
}

} // namespace

Finding environment_may_be_empty(Examination& examination) {
    if (examination.usual_result().empty())
        return Finding::not_offered("a request does not get a result otherwise either");
    const auto dialogue = examination.begin_bare();
    const Answer answer =
        dialogue->send_request(wire::Operation::validate_promise, examination.promise());
    const auto result = answer.result();
    if (!result) {
        std::vector<std::string> details = cause_of_silence(*dialogue);
        const std::vector<std::string> lines = excerpt(answer);
        details.insert(details.end(), lines.begin(), lines.end());
        return Finding::violation("it does not answer there", std::move(details));
    }
    if (text_of(*result) != examination.usual_result()) {
        return Finding::violation(
            "a promise is " + std::string(text_of(*result)) + " there, but otherwise " +
                examination.usual_result(),
            excerpt(answer)
        );
    }
    examination.end(*dialogue);
    return Finding::pass();
}

Finding thousand_promises(Examination& examination) {
    const auto dialogue = examination.begin_silently();
    dialogue->conversation().stop_recording();
    dialogue->greet();
    SentPromise promise = examination.promise();
    const std::string promiser = promise.promiser;
    for (int i = 1; i <= promises; ++i) {
        promise.promiser = promiser + std::to_string(i);
        const Answer answer = dialogue->send_request(wire::Operation::validate_promise, promise);
        Finding finding = answered(answer, "promise " + std::to_string(i) + " in one conversation");
        if (finding.judgement != Judgement::pass) return finding;
    }
    examination.end(*dialogue);
    return Finding::pass();
}

Finding memory_is_flat(Examination& examination) {
    return flat(examination, &Footprint::memory, memory_at_once, "bytes");
}

Finding descriptors_are_flat(Examination& examination) {
    return flat(examination, &Footprint::descriptors, std::size_t{2}, "open files");
}

} // namespace vow::harness
