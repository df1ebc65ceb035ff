#pragma once

#include "agent/explain/clues.h"
#include "agent/explain/question.h"
#include "protocol/data/data.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace vow::agent {

/// The answer about one thing that `vow explain` was given the name of (docs/commands.md).
struct Explanation {
    std::string kind; ///< class, variable, promise, or the language's word for a scope
    std::string name; ///< of a promise: "files '/etc/motd'"
    std::string state;
    std::optional<std::string> value = {}; ///< of a variable
    std::string place = {};                ///< "motd.cf:6"; empty if it has none
    int pass = 0;                          ///< 0: the language has no passes
    std::vector<Data> reasons = {};        ///< docs/commands.md, "Reasons"
};

/// Each answer with its reasons below it, for people. Without control characters of policies.
std::string text_of(const std::vector<Explanation>& explanations);

/// The same as an array of {what, kind, state, value, place, pass, reasons}, for programs.
Data data_of(const std::vector<Explanation>& explanations);

/// All that a name, a handle, a promiser or FILE:LINE may mean in a policy; "class:", "variable:",
/// "bundle:", "promise:", "step:" and "resource:" before it choose one kind. Empty if it is nothing
/// at all.
std::vector<Explanation> explain(std::string_view what, const Clues& clues);

/// "did you mean 'X'?" for something that is nothing at all; empty if no name is like it.
std::string suggestion_among(std::string_view what, const Clues& clues);

/// The class of a name; empty if neither a promise nor a condition names one.
std::vector<Explanation> explain_class(std::string_view name, const Clues& clues);

/// The variables that a name may mean, each with its last value.
std::vector<Explanation> explain_variables(std::string_view name, const Clues& clues);

/// The bundle calls, steps and resources that a question may mean, those that were not called
/// included.
std::vector<Explanation> explain_scopes(const Question& question, const Clues& clues);

/// The promises that a question may mean, but those at places that `explained_before` names.
std::vector<Explanation> explain_promises(
    const Question& question, const Clues& clues, const std::vector<Explanation>& explained_before
);

} // namespace vow::agent
