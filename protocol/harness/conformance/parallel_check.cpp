#include "protocol/harness/answer_finding.h"
#include "protocol/harness/conformance/examination.h"
#include "protocol/harness/scratch_folder.h"

#include <filesystem>
#include <utility>

namespace vow::harness {
namespace {

namespace fs = std::filesystem;
using wire::Operation;
using wire::Result;

/// The comparable part of an answer: the second process may find repaired what the first one had to
/// do.
std::string text_of(const Answer& answer) {
    if (!answer.is_whole()) return "not answered";
    const auto result = answer.result();
    if (!result) return "answered without a result";
    const bool is_well = *result == Result::kept || *result == Result::repaired;
    return is_well ? "kept or repaired" : std::string(wire::text_of(*result));
}

bool is_valid(Dialogue& dialogue, const SentPromise& promise) {
    return dialogue.send_request(Operation::validate_promise, promise).result() == Result::valid;
}

/// The two processes that share the work, or a single one.
struct Workers {
    Dialogue& first;
    Dialogue& second;
    enum class Order { given, reversed };
    Order order = Order::given; ///< in which a single one evaluates

    bool are_open() const { return first.is_open() && second.is_open(); }
};

/// Sends both requests before it reads either answer, unless one process serves both or the
/// promises are about the same thing.
std::pair<Answer, Answer>
request_both(const Workers& workers, const SentPromise& one, const SentPromise& other) {
    constexpr auto evaluate = Operation::evaluate_promise;
    if (workers.order == Workers::Order::reversed) {
        Answer answer = workers.second.send_request(evaluate, other);
        return {workers.first.send_request(evaluate, one), std::move(answer)};
    }
    if (&workers.first == &workers.second || one.promiser == other.promiser) {
        Answer answer = workers.first.send_request(evaluate, one);
        return {std::move(answer), workers.second.send_request(evaluate, other)};
    }
    const Fields fields = fields_of(evaluate, one, ChangesAllowed::yes, LogLevel::info);
    workers.first.conversation().send(request_text(workers.first.variant(), fields));
    Answer answer = workers.second.send_request(evaluate, other);
    return {workers.first.send_request(wire::text_of(evaluate), ""), std::move(answer)};
}

using Pair = std::pair<const SentPromise&, const SentPromise&>;

/// Has a pair of promises evaluated in a folder that is empty before.
void run_pair(
    SampleRun& run, const Workers& workers, const Pair& pair, const SampleFolder& folder
) {
    if (!folder.own.empty()) fs::create_directories(folder.own);
    const SentPromise one = relocated(pair.first, folder.given, folder.own);
    const SentPromise other = relocated(pair.second, folder.given, folder.own);
    const auto add = [&](const SentPromise& sent, const Answer& answer) {
        run.results.push_back(
            {without_folder(sent.promiser, folder.own), text_of(answer), cause_and_excerpt(answer)}
        );
    };
    if (!is_valid(workers.first, one) || !is_valid(workers.second, other)) return;
    const auto [answer, other_answer] = request_both(workers, one, other);
    add(one, answer);
    add(other, other_answer);
}

/// Each promise together with the next one.
SampleRun run_pairs(Examination& examination, const Workers& workers) {
    SampleRun run;
    const std::vector<SentPromise>& samples = examination.samples();
    const SampleFolder folder = examination.own_folder();
    for (std::size_t i = 0; i < samples.size() && workers.are_open(); ++i) {
        const SentPromise& other = samples[(i + 1) % samples.size()];
        const wire::Variant variant = workers.first.variant();
        if (obstacle_to(variant, samples[i]) || obstacle_to(variant, other)) continue;
        SampleFolder own = folder;
        if (!own.own.empty()) own.own += "/" + std::to_string(i);
        run_pair(run, workers, {samples[i], other}, own);
    }
    if (folder.own.empty()) return run;
    run.files = FolderState(folder.own);
    fs::remove_all(folder.own);
    return run;
}

SampleRun run_alone(Examination& examination, Workers::Order order) {
    const auto dialogue = examination.begin_silently();
    dialogue->greet();
    SampleRun run = run_pairs(examination, {*dialogue, *dialogue, order});
    examination.end(*dialogue);
    return run;
}

} // namespace

Finding processes_work_side_by_side(Examination& examination) {
    if (examination.is_out_of_step())
        return Finding::not_offered("it sends more answers than it gets requests");
    // Promises that depend on each other have no common part.
    const SampleRun usual = common_part(
        run_alone(examination, Workers::Order::given),
        run_alone(examination, Workers::Order::reversed)
    );
    if (usual.results.empty())
        return Finding::not_offered("no promise was evaluated by one process alone");
    const auto first = examination.begin_silently();
    const auto second = examination.begin_silently();
    if (!first->greet().header || !second->greet().header) {
        return Finding::violation("two processes were started, and one of them sent no header");
    }
    const SampleRun together = run_pairs(examination, {*first, *second});
    examination.end(*first);
    examination.end(*second);
    if (together.results.size() < usual.results.size()) {
        return Finding::violation(
            "one of two processes did not answer, or rejected a promise that a single one accepts"
        );
    }
    std::vector<std::string> different = differences(together, usual);
    if (different.empty()) return Finding::pass();
    return Finding::violation(
        "two processes together have other effects than one", std::move(different)
    );
}

} // namespace vow::harness
