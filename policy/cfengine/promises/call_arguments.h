#pragma once

#include "policy/cfengine/expansion/expander.h"
#include "policy/cfengine/run/run_state.h"

#include <cstddef>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace vow::cfengine {

/// The values of a bundle's parameters in a call: texts, and the lists and containers that
/// `@(name)` or a function gave. A call that failed is evaluated again in the called bundle.
using ArgumentValues = std::vector<std::variant<Value, const Expression*>>;

/// The arguments of a call, and what is not known of them.
struct CallArguments {
    ArgumentValues values = {};
    /// Calls of a promise are the same if these texts are: the names of lists, of functions that
    /// are called, and the other arguments themselves.
    std::vector<std::string> identities = {};
    bool resolved = true; ///< false if one still holds a reference
    /// The names in each `@(name)` that names nothing: the value is then the text as it is written
    /// (semantics 10.3).
    std::vector<std::string> missing_lists = {};
};

/// Whether a bundle can be called with this many arguments; if not, logs the error.
bool takes_arguments(RunState& run, const Bundle& bundle, std::size_t count);

/// nullopt, with the error logged, when their number is wrong.
std::optional<CallArguments>
arguments_of(Expander& expander, const Bundle& bundle, const std::vector<Expression>& arguments);

void log_missing_lists(RunState& run, const Bundle& bundle, const CallArguments& arguments);

} // namespace vow::cfengine
