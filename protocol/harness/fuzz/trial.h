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

/// What can be found by asking for promises, in the order of reports.
struct PromiseCheck {
    const char* id;
    const char* title;
    bool needs_description;
};

inline constexpr PromiseCheck valid_check = {
    "FUZ-VALID", "finds valid what its description allows", true};
inline constexpr PromiseCheck invalid_check = {
    "FUZ-INVALID", "finds invalid what its description forbids", true};
inline constexpr PromiseCheck names_check = {
    "FUZ-NAMES", "names the attribute that makes a promise invalid", true};
inline constexpr PromiseCheck answer_check = {
    "FUZ-ANSWER", "answers whatever the texts are", false};

/// What one promise showed; no id: nothing.
struct TrialFault {
    std::string id = {};
    Judgement judgement = Judgement::violation;
    std::string text = {};
    std::vector<std::string> said = {};
};

/// A promise to be validated, and how the answer is judged.
struct Trial {
    SentPromise promise;
    std::function<TrialFault(const Answer&)> judge;
    std::function<bool(const SentPromise&)> may_be; ///< smaller ones must still be of the kind
    std::string expected;                           ///< of the repro
    std::string attribute = {};                     ///< which is wrong in it
};

/// A promise of texts of all sorts.
Trial wild_trial(const PromiseTypeDescription& type, Dice& dice);
/// One that the description allows, or such a one with one thing wrong. None: nothing was found
/// that fits the description. `type` and `dice` live as long.
std::optional<Trial> described_trial(const PromiseTypeDescription& type, Dice& dice);

/// Leaves out attributes, those of bodies too, then halves texts, as long as it still fails.
SentPromise shrunk(const Trial& trial, const std::function<bool(const SentPromise&)>& still_fails);

} // namespace vow::harness
