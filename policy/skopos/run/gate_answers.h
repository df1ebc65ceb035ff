#pragma once

#include "policy/skopos/plan/plan.h"
#include "policy/skopos/settings.h"

#include <deque>
#include <map>
#include <optional>
#include <string>

namespace vow::skopos {

/// The answers of the command line to the gates of a plan. Each answers one time that its gate is
/// reached, in their order; those for `*` answer all gates that have none of their own.
class GateAnswers {
public:
    /// Throws UsageError for a gate that the plan does not have.
    GateAnswers(const std::vector<Settings::Answer>& answers, const Plan& plan);

    /// The next answer to a gate: whether it passes. nullopt without one.
    std::optional<bool> take(const std::string& gate);

private:
    std::map<std::string, std::deque<bool>, std::less<>> answers_; ///< by gate
    std::optional<bool> all_;
};

} // namespace vow::skopos
