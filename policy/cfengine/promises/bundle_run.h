#pragma once

#include "policy/cfengine/expansion/expander.h"

#include <deque>
#include <optional>
#include <vector>

namespace vow::cfengine {

/// The values of a bundle's parameters in a call: texts, and the lists and containers that
/// `@(name)` or a function gave.
struct CallArguments {
    std::vector<Value> values = {};
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

/// Runs a bundle: its variables until they settle, then three passes over its promises in normal
/// order (semantics 1.2). Its parameters are defined while it runs (semantics 15.1); its verdicts
/// are left in the frame.
void call_bundle(RunState& run, Frame& frame, std::vector<Value> arguments);

/// Evaluates, before anything runs, the variables of the common bundles until they settle, and
/// their classes once (semantics 2.3, 2.4).
void pre_evaluate_common(RunState& run, const std::deque<Bundle>& bundles);

/// Evaluates the variables of the agent bundles, called or not (semantics 2.1).
void pre_evaluate_agent(RunState& run, const std::deque<Bundle>& bundles);

} // namespace vow::cfengine
