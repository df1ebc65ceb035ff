#pragma once

#include "policy/cfengine/language.h"
#include "policy/cfengine/loading/control_reader.h"
#include "policy/cfengine/run/run_state.h"
#include "policy/cfengine/syntax/ast.h"
#include "policy/run/source_reader.h"

#include <set>
#include <string>
#include <vector>

namespace vow::cfengine {

/// A FatalError while loading: for vow, and as the reference words it.
inline constexpr DiagnosticKind cannot_evaluate{
    "cannot-evaluate", "cannot evaluate this policy: {}"};
inline constexpr DiagnosticKind fatal_error{"fatal-error", "Fatal CFEngine error: {}"};

/// One bundle of the bundle sequence with its arguments.
struct SequenceStep {
    const Bundle* bundle;
    std::vector<Expression> arguments;
    Span span = {}; ///< its place in the bundle sequence
};

/// A loaded policy and its evaluation.
struct LoadedPolicy {
    explicit LoadedPolicy(World& world) : run(program, world), control(run) {}

    Program program;
    RunState run;
    ControlReader control;
    std::vector<SequenceStep> sequence = {};
    std::vector<ast::File> files = {}; ///< the entry first; only of a policy that is checked
};

/// Reads the policy at `path` with its augments and inputs, checks it, evaluates everything that
/// must be known before it runs, and finds its bundle sequence. Null if there are errors, which are
/// in `diagnostics`.
std::unique_ptr<LoadedPolicy> load_policy(
    const std::string& path,
    const Dialect& dialect,
    World& world,
    Sources& sources,
    Diagnostics& diagnostics
);

} // namespace vow::cfengine
