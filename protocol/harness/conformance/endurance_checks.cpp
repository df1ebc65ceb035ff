#include "protocol/harness/answer_finding.h"
#include "protocol/harness/conformance/examination.h"

namespace vow::harness {
namespace {

constexpr int promises = 1000;
/// A reason not to judge growth; nullopt if there is none.
std::optional<Finding> obstacle_to(const Endurance& endurance) {
    if (!endurance.was_answered) return Finding::not_offered("a request was not answered");
    if (endurance.footprints.size() < 5)
        return Finding::not_offered("its process cannot be inspected");
    return std::nullopt;
}

std::string growth_text(const Endurance& endurance, std::size_t Footprint::*number) {
    return "from " + std::to_string(endurance.footprints.front().*number) + " to " +
           std::to_string(endurance.footprints.back().*number);
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
    const Endurance& endurance = examination.endurance();
    if (const auto obstacle = obstacle_to(endurance)) return *obstacle;
    if (!keeps_growing(endurance, &Footprint::memory, least_memory_growth(endurance)))
        return Finding::pass();
    const std::size_t growth =
        endurance.footprints.back().memory - endurance.footprints.front().memory;
    return Finding::violation(
        "it grew " + growth_text(endurance, &Footprint::memory) + " bytes in " +
        std::to_string(endurance.promises) + " promises, by " +
        std::to_string(growth / endurance.promises) + " bytes a promise"
    );
}

Finding descriptors_are_flat(Examination& examination) {
    const Endurance& endurance = examination.endurance();
    if (const auto obstacle = obstacle_to(endurance)) return *obstacle;
    constexpr std::size_t least = 2;
    if (!keeps_growing(endurance, &Footprint::descriptors, least)) return Finding::pass();
    return Finding::violation(
        growth_text(endurance, &Footprint::descriptors) + " open files in " +
        std::to_string(endurance.promises) + " promises"
    );
}

} // namespace vow::harness
