#pragma once

#include "agent/explain/clues.h"
#include "agent/explain/explanation.h"
#include "agent/explain/question.h"

#include <vector>

namespace vow::agent {

/// The bundle calls, steps and resources that a question may mean, those that were not called
/// included.
std::vector<Explanation> explain_scopes(const Question& question, const Clues& clues);

/// The promises that a question may mean, but those at places that `explained_before` names.
std::vector<Explanation> explain_promises(
    const Question& question, const Clues& clues, const std::vector<Explanation>& explained_before
);

} // namespace vow::agent
