#include "protocol/data/conversion.h"
#include "protocol/harness/cases/case_file.h"
#include "protocol/harness/conformance/examination.h"
#include "protocol/harness/process_traces.h"
#include "protocol/harness/sandbox/file_changes.h"
#include "protocol/harness/sandbox/sandbox.h"

#include <thread>

#include <unistd.h>

namespace vow::harness {
namespace {

using namespace std::chrono_literals;

/// A process that only helped with an answer may take a moment to end.
constexpr auto moment = 20ms;
constexpr int max_moments = 25;

void validate(Dialogue& dialogue, const SentPromise& promise) {
    if (!dialogue.is_open() || obstacle_to(dialogue.variant(), promise)) return;
    using enum wire::Operation;
    dialogue.send_request(validate_promise, promise);
    if (dialogue.offers("action_policy"))
        dialogue.send_request(validate_promise, promise, ChangesAllowed::only_warn);
}

/// Everything but evaluation. Returns a sentence for each process and lock that is left of it.
std::vector<std::string> validate_all(const Examination& examination) {
    const auto dialogue = examination.begin_silently();
    dialogue->greet();
    const ProcessTraces before = traces_below(::getpid());
    if (dialogue->is_open() && dialogue->offers("describe")) dialogue->describe();
    validate(*dialogue, examination.promise());
    for (const SentPromise& sample : examination.samples())
        validate(*dialogue, sample);
    std::vector<std::string> left = new_traces(before, traces_below(::getpid()));
    for (int i = 0; i < max_moments && !left.empty(); ++i) {
        std::this_thread::sleep_for(moment);
        left = new_traces(before, traces_below(::getpid()));
    }
    if (dialogue->is_open()) dialogue->terminate();
    return left;
}

void add_changes(Finding& finding, const std::vector<PathChange>& changes) {
    for (const PathChange& change : changes) {
        if (!is_lock_or_cache(change.path))
            finding.details.push_back(change.path + ": " + change.what);
    }
}

Finding judged(Finding finding) {
    if (finding.details.empty()) return finding;
    finding.judgement = Judgement::violation;
    finding.text = "without having evaluated a promise";
    return finding;
}

Finding judged(const SandboxResult& ran) {
    Finding finding;
    for (const Data& line : ran.value.items())
        finding.details.emplace_back(line.text());
    add_changes(finding, ran.changes);
    for (std::string& line : attempt_lines(ran.observation, Attempt::Kind::change))
        finding.details.push_back(std::move(line));
    auto contacts = attempt_lines(ran.observation, Attempt::Kind::contact);
    if (!finding.details.empty() || contacts.empty()) return judged(std::move(finding));
    finding = Finding::not_offered("that cannot be proven, as others may change things for it");
    finding.details = std::move(contacts);
    return finding;
}

/// Where there is no sandbox, only its own folder is compared.
Finding judged_outside(const Examination& examination, const std::string& why) {
    const std::string& scratch = examination.scratch();
    const Snapshot before(scratch.empty() ? std::vector<std::string>() : std::vector{scratch});
    Finding finding{.details = validate_all(examination)};
    add_changes(finding, before.changes());
    finding = judged(std::move(finding));
    if (!finding.text.empty()) finding.text += "; ";
    finding.text +=
        "only the folder of its promises was compared, as no sandbox is available: " + why;
    return finding;
}

} // namespace

Finding validation_is_pure(Examination& examination) {
    const auto ran = in_sandbox([&] { return array_of(validate_all(examination)); });
    if (const auto* sandboxed = std::get_if<SandboxResult>(&ran)) return judged(*sandboxed);
    if (const auto* lost = std::get_if<LostWork>(&ran))
        return Finding::not_offered("it failed in a sandbox: " + lost->why);
    return judged_outside(examination, std::get<NoSandbox>(ran).why);
}

} // namespace vow::harness
