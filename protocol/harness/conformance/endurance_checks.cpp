#include "protocol/harness/answer_finding.h"
#include "protocol/harness/conformance/examination.h"

namespace vow::harness {
namespace {

constexpr std::size_t promises = 1000;
constexpr auto max_repetition_time = std::chrono::seconds(10);

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

/// An environment that few modules are tried in.
struct Surroundings {
    const char* words;
    const char* variables;
};

constexpr Surroundings bare_surroundings[] = {
    {"in an empty environment", ""},
    {"with another locale, time zone, user and home",
     "LC_ALL=C TZ=VOW-11:30 HOME=/nonexistent USER=nobody LOGNAME=nobody"},
};

std::vector<std::string>
differences_in(Examination& examination, const Surroundings& surroundings) {
    const auto dialogue = examination.begin_bare(surroundings.variables);
    const SampleRun run = examination.run_samples(*dialogue);
    examination.end(*dialogue);
    return differences(run, examination.usual_run());
}

void add(Finding& finding, const std::vector<std::string>& differences, const std::string& words) {
    if (differences.empty()) return;
    finding.judgement = Judgement::violation;
    finding.text = "the given promises have other effects there";
    finding.details.push_back(words + ":");
    for (const std::string& line : differences)
        finding.details.push_back("  " + line);
}

/// Evaluates the samples again and again.
Finding as_usual_to_the_last(Examination& examination, Dialogue& dialogue) {
    if (examination.obstacle(Needs::evaluation) || examination.contact().broke_off())
        return Finding::pass();
    const auto deadline = Conversation::Clock::now() + max_repetition_time;
    examination.run_samples(dialogue);
    // Files that the first promise makes for the others are not made again.
    const SampleRun usual = common_part(examination.usual_run(), examination.run_samples(dialogue));
    std::size_t evaluated = 2 * usual.results.size();
    while (evaluated < promises) {
        if (Conversation::Clock::now() > deadline) {
            Finding finding;
            finding.text = "after ten seconds, " + std::to_string(evaluated) + " were evaluated";
            return finding;
        }
        const SampleRun run = examination.run_samples(dialogue);
        std::vector<std::string> different = differences(run, usual);
        if (!different.empty()) {
            return Finding::violation(
                "after " + std::to_string(evaluated) +
                    " promises, the given ones have other effects in the same conversation",
                std::move(different)
            );
        }
        if (run.results.empty()) break;
        evaluated += run.results.size();
    }
    return Finding::pass();
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
        return Finding::violation("it does not answer there", cause_and_excerpt(answer));
    }
    if (text_of(*result) != examination.usual_result()) {
        return Finding::violation(
            "a promise is " + std::string(text_of(*result)) + " there, but otherwise " +
                examination.usual_result(),
            excerpt(answer)
        );
    }
    examination.end(*dialogue);
    if (examination.obstacle(Needs::evaluation) || examination.contact().broke_off())
        return Finding::pass();
    Finding finding;
    for (const Surroundings& surroundings : bare_surroundings)
        add(finding, differences_in(examination, surroundings), surroundings.words);
    return finding;
}

Finding umask_does_not_matter(Examination& examination) {
    Finding finding;
    for (const std::string umask : {"077", "000"}) {
        const auto dialogue = examination.begin_with_umask(umask);
        const SampleRun run = examination.run_samples(*dialogue);
        examination.end(*dialogue);
        add(finding, differences(run, examination.usual_run()), "with the umask " + umask);
    }
    return finding;
}

Finding thousand_promises(Examination& examination) {
    const auto dialogue = examination.begin_silently();
    dialogue->conversation().stop_recording();
    dialogue->greet();
    SentPromise promise = examination.promise();
    const std::string promiser = promise.promiser;
    for (std::size_t i = 1; i <= promises; ++i) {
        promise.promiser = promiser + std::to_string(i);
        const Answer answer = dialogue->send_request(wire::Operation::validate_promise, promise);
        Finding finding = answered(answer, "promise " + std::to_string(i) + " in one conversation");
        if (finding.judgement != Judgement::pass) return finding;
    }
    Finding finding = as_usual_to_the_last(examination, *dialogue);
    examination.end(*dialogue);
    return finding;
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
