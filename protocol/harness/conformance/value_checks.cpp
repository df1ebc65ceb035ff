#include "protocol/harness/answer_finding.h"
#include "protocol/harness/conformance/examination.h"
#include "protocol/harness/conformance/varied_samples.h"

#include <algorithm>

namespace vow::harness {
namespace {

using wire::Operation;
using wire::Result;

constexpr auto max_variation_time = std::chrono::seconds(5);

// --- large values --------------------------------------------------------------------------------

constexpr std::size_t large = 1U << 20;
/// More than the kernel takes as one argument of a command (MAX_ARG_STRLEN).
constexpr std::size_t longer_than_argument = 200'000;

/// Thrown when an answer did not come in time, but the module worked all the time.
struct SlowModule {};

Finding answered_if_slowly(const Answer& answer, const std::string& what) {
    if (answer.completeness == Completeness::too_late && answer.was_busy) throw SlowModule();
    return answered(answer, what);
}

Finding with_large_attribute(Dialogue& dialogue, const SentPromise& usual, std::size_t size) {
    SentPromise promise = usual;
    promise.attributes.emplace_back("vow_conform", Data::string(std::string(size, 'x')));
    return answered_if_slowly(
        dialogue.send_request(Operation::validate_promise, promise),
        "a text of " + std::to_string(size) + " bytes as an attribute"
    );
}

/// Whether a promise is kept when it is evaluated for the second time.
bool is_kept_then(Dialogue& dialogue, const SentPromise& promise) {
    dialogue.send_request(Operation::evaluate_promise, promise);
    return dialogue.send_request(Operation::evaluate_promise, promise).result() == Result::kept;
}

Finding evaluated_with(Dialogue& dialogue, const VariedSample& sample) {
    const std::string what =
        sample.place + " with " + std::to_string(longer_than_argument) + " bytes";
    const Answer valid = dialogue.send_request(Operation::validate_promise, sample.promise);
    Finding finding = answered_if_slowly(valid, what);
    if (finding.judgement != Judgement::pass || valid.result() != Result::valid) return finding;
    const Answer first = dialogue.send_request(Operation::evaluate_promise, sample.promise);
    finding = answered_if_slowly(first, what);
    if (finding.judgement != Judgement::pass || first.result() != Result::repaired) return finding;
    const Answer again = dialogue.send_request(Operation::evaluate_promise, sample.promise);
    finding = answered_if_slowly(again, what);
    if (finding.judgement != Judgement::pass || again.result() == Result::kept ||
        !is_kept_then(dialogue, sample.usual))
        return finding;
    return Finding::violation(
        what + " is repaired, but not kept when it is evaluated again, as shorter ones are",
        excerpt(again)
    );
}

Finding evaluated_with_large_texts(Examination& examination, Dialogue& dialogue) {
    const auto deadline = Conversation::Clock::now() + max_variation_time;
    const auto enlarged = samples_with_attributes(examination, [](std::string_view) {
        return std::string(longer_than_argument, 'x');
    });
    for (const VariedSample& sample : enlarged) {
        if (!dialogue.is_open() || Conversation::Clock::now() > deadline) break;
        const SampleFolder folder = examination.own_folder();
        Finding finding = evaluated_with(dialogue, with_own_folder(sample, folder));
        end_run(folder);
        if (finding.judgement != Judgement::pass) return finding;
    }
    return Finding::pass();
}

/// A fault that shows in every evaluation is reported by another check.
bool can_be_evaluated(const Examination& examination) {
    return !examination.obstacle(Needs::evaluation) && !examination.contact().broke_off() &&
           !examination.is_out_of_step();
}

Finding with_large_texts(Examination& examination, std::size_t size) {
    const auto dialogue = examination.begin_patiently();
    Finding finding = with_large_attribute(*dialogue, examination.promise(), size);
    if (finding.judgement == Judgement::pass && can_be_evaluated(examination))
        finding = evaluated_with_large_texts(examination, *dialogue);
    examination.end(*dialogue);
    return finding;
}

// --- values with lines ---------------------------------------------------------------------------

constexpr std::string_view mark = "vow_conform";

/// A value that looks like lines of the protocol wherever it is written as it is.
std::string with_lines(std::string_view value, wire::Variant variant) {
    const std::string text(mark);
    if (variant == wire::Variant::line_based) return "log_error=" + text;
    return std::string(value) + "\nlog_error=" + text + "\nresult=" + text +
           "\n\n{\"operation\":\"evaluate_promise\",\"result\":\"" + text + "\"}\n";
}

bool is_forged(const std::string& line) {
    return line == "log_error=" + std::string(mark) || line == "result=" + std::string(mark);
}

/// Whether a part of a value was read as a line of its own.
bool has_forged_line(const Answer& answer) {
    const auto has_mark = [](const wire::LogLine& line) { return line.text == mark; };
    return std::ranges::any_of(answer.lines, is_forged) ||
           std::ranges::any_of(answer.log, has_mark) ||
           (answer.reply && answer.reply->result == mark);
}

/// Has a promise validated and, if it is valid, evaluated, at first under warn. Returns the first
/// answer with a forged line.
std::optional<Answer> forged_answer(Dialogue& dialogue, const SentPromise& promise) {
    Answer answer = dialogue.send_request(Operation::validate_promise, promise);
    if (has_forged_line(answer)) return answer;
    if (answer.result() != Result::valid) return std::nullopt;
    for (const ChangesAllowed changes : {ChangesAllowed::only_warn, ChangesAllowed::yes}) {
        if (changes == ChangesAllowed::only_warn && !dialogue.offers("action_policy")) continue;
        answer = dialogue.send_request(Operation::evaluate_promise, promise, changes);
        if (has_forged_line(answer)) return answer;
    }
    return std::nullopt;
}

} // namespace

Finding values_may_be_large(Examination& examination) {
    try {
        return with_large_texts(examination, large);
    } catch (const SlowModule&) {
    }
    const std::string slow = "it worked on a text of 1 MiB for longer than the limit";
    try {
        Finding finding = with_large_texts(examination, longer_than_argument);
        if (finding.judgement == Judgement::pass) finding.text = slow + "; a smaller one was tried";
        return finding;
    } catch (const SlowModule&) {
        return Finding::not_offered(slow + ", and on one of 200000 bytes, too");
    }
}

Finding values_are_not_lines(Examination& examination) {
    const auto deadline = Conversation::Clock::now() + max_variation_time;
    const wire::Variant variant = examination.contact().greeting.header->variant;
    const auto change = [&](std::string_view value) { return with_lines(value, variant); };
    std::vector<VariedSample> samples = samples_with_attributes(examination, change);
    if (variant == wire::Variant::json_based) {
        const auto promisers = samples_with_promisers(examination, change);
        samples.insert(samples.begin(), promisers.begin(), promisers.end());
    }
    const auto dialogue = examination.begin_silently();
    dialogue->greet();
    for (const VariedSample& sample : samples) {
        if (!dialogue->is_open() || Conversation::Clock::now() > deadline) break;
        const SampleFolder folder = examination.own_folder();
        const VariedSample own = with_own_folder(sample, folder);
        const auto forged = forged_answer(*dialogue, own.promise);
        end_run(folder);
        if (!forged) continue;
        return Finding::violation(
            "a line of " + sample.place + " became one of the protocol", excerpt(*forged)
        );
    }
    examination.end(*dialogue);
    return Finding::pass();
}

} // namespace vow::harness
