#include "protocol/harness/fuzz/byte_fuzzing.h"

#include "protocol/harness/dialogue.h"
#include "protocol/harness/fuzz/repro.h"

namespace vow::harness {
namespace {

struct ByteCheck {
    const char* id;
    const char* title;
};

constexpr ByteCheck ends_check = {"FUZ-BYTES", "answers or exits for any bytes"};
constexpr ByteCheck after_check = {
    "FUZ-AFTER", "answers valid requests normally after other bytes"};

constexpr std::size_t max_attempts = 60;

const ByteCheck& check_of(DisturbanceFault::Kind kind) {
    return kind == DisturbanceFault::Kind::strays ? after_check : ends_check;
}

/// The promises use the seed itself.
constexpr std::uint64_t other_seed = 0x9e3779b97f4a7c15;

} // namespace

ByteFuzzing::ByteFuzzing(const Subject& subject, const FuzzSettings& settings, SentPromise promise)
    : subject_(subject),
      settings_(settings),
      promise_(std::move(promise)),
      dice_(settings.seed ^ other_seed) {
    Dialogue dialogue(subject, settings.limit);
    if (!dialogue.greet().header || !dialogue.is_open()) return;
    variant_ = dialogue.variant();
    result_ = dialogue.send_request(wire::Operation::validate_promise, promise_).result();
}

void ByteFuzzing::try_one() {
    if (!result_) return;
    const auto mutations = byte_mutations();
    const ByteMutation& mutation =
        tried_ < mutations.size() ? mutations[tried_] : dice_.one_of(mutations);
    const Fields fields =
        fields_of(wire::Operation::validate_promise, promise_, ChangesAllowed::yes, LogLevel::info);
    const std::string bytes = mutation.corrupt(fields, variant_, dice_);
    ++tried_;
    const auto disturbed = disturbed_by(bytes);
    if (!disturbed || found_.count(check_of(disturbed->kind).id) > 0) return;
    FoundFault found{*disturbed, std::string(mutation.name), shrunk(bytes, disturbed->kind)};
    // Fewer bytes make a better report, but the fault may not be reproducible.
    if (auto again = disturbed_by(found.bytes)) found.disturbed = *std::move(again);
    found_.emplace(check_of(disturbed->kind).id, std::move(found));
}

bool ByteFuzzing::needs_more() const {
    return result_ && found_.empty() && tried_ < byte_mutations().size();
}

std::optional<DisturbanceFault> ByteFuzzing::disturbed_by(const std::string& bytes) const {
    return disturb(
        subject_, {.bytes = bytes, .after = promise_, .expected = *result_}, settings_.limit
    );
}

/// Removes ever smaller parts before the end of the message while the fault stays the same and time
/// is left.
std::string ByteFuzzing::shrunk(std::string bytes, DisturbanceFault::Kind kind) const {
    const std::string end = bytes.ends_with("\n\n") ? "\n\n" : "";
    bytes.resize(bytes.size() - end.size());
    const auto deadline = Conversation::Clock::now() + settings_.limit * 3;
    std::size_t attempts = 0;
    for (std::size_t part = bytes.size() / 2; part > 0; part /= 2) {
        for (std::size_t at = 0; at < bytes.size();) {
            if (++attempts > max_attempts || Conversation::Clock::now() > deadline) {
                return bytes + end;
            }
            std::string smaller = bytes;
            smaller.erase(at, part);
            const auto disturbed = disturbed_by(smaller + end);
            if (disturbed && disturbed->kind == kind) {
                bytes = std::move(smaller);
            } else {
                at += part;
            }
        }
    }
    return bytes + end;
}

void ByteFuzzing::add_to(FuzzResult& result) const {
    for (const ByteCheck& check : {ends_check, after_check}) {
        Finding finding = Finding::pass();
        finding.text = "after " + std::to_string(tried_) + " corrupted requests";
        if (!result_) {
            finding = Finding::not_offered("it does not answer an undisturbed request");
        } else if (const auto found = found_.find(check.id); found != found_.end()) {
            const auto& [disturbed, mutation, bytes] = found->second;
            finding = Finding::violation(
                disturbed.text + ", after a request " + mutation, disturbed.shown
            );
            result.repros.push_back({check.id, case_of_bytes(bytes, promise_, *result_)});
        }
        result.report.entries.push_back(
            {check.id, check.title, "docs/harness.md, fuzz", std::move(finding)}
        );
    }
    result.disturbances = tried_;
}

} // namespace vow::harness
