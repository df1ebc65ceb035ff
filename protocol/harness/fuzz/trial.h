#pragma once

#include "protocol/harness/dialogue.h"
#include "protocol/harness/fuzz/values.h"
#include "protocol/harness/report.h"
#include "protocol/harness/request.h"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace vow::harness {

/// The checks on promises, in the order of reports.
struct PromiseCheck {
    const char* id;
    const char* title;
    bool needs_description;
};

inline constexpr PromiseCheck valid_check = {
    "FUZ-VALID", "accepts promises that its description allows", true};
inline constexpr PromiseCheck invalid_check = {
    "FUZ-INVALID", "rejects promises that its description forbids", true};
inline constexpr PromiseCheck names_check = {
    "FUZ-NAMES", "names the attribute that makes a promise invalid", true};
inline constexpr PromiseCheck answer_check = {"FUZ-ANSWER", "answers for any texts", false};

/// The fault of one promise; its id is empty without a fault.
struct TrialFault {
    std::string id = {};
    Judgement judgement = Judgement::violation;
    std::string text = {};
    std::vector<std::string> shown = {};
};

/// A promise for validation, and the judgement of its answer.
struct Trial {
    SentPromise promise;
    std::function<TrialFault(const Answer&)> judge;
    std::function<bool(const SentPromise&)> may_be; ///< a minimised promise must still satisfy this
    std::string expected;                           ///< of the repro
    std::string attribute = {};                     ///< the faulty one
};

/// A promise of random texts.
Trial wild_trial(const PromiseTypeDescription& type, Dice& dice);
/// A promise that the description allows, or one with a single fault. nullopt if none was found.
/// `type` and `dice` must outlive the trial.
std::optional<Trial> described_trial(const PromiseTypeDescription& type, Dice& dice);

/// Removes attributes, in bodies too, then halves texts, while the fault persists.
SentPromise shrunk(const Trial& trial, const std::function<bool(const SentPromise&)>& still_fails);

} // namespace vow::harness
