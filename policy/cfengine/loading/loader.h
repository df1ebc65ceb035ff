#pragma once

#include "policy/cfengine/language.h"
#include "policy/cfengine/loading/control_reader.h"
#include "policy/cfengine/loading/source_reader.h"
#include "policy/cfengine/run/evaluation.h"
#include "policy/cfengine/syntax/ast.h"

#include <set>
#include <string>
#include <vector>

namespace vow::cfengine {

/// A FatalError in a policy that vow is to run, and in one that it is to run as the reference does.
inline constexpr DiagnosticKind cannot_evaluate{
    "cannot-evaluate", "cannot evaluate this policy: {}"};
inline constexpr DiagnosticKind fatal_error{"cannot-evaluate", "Fatal CFEngine error: {}"};

/// One bundle of the bundle sequence, with what it is given.
struct SequenceStep {
    const Bundle* bundle;
    std::vector<Expression> arguments;
    Span span = {}; ///< where the bundle sequence names it
};

/// Everything a policy became when it was read.
struct LoadedPolicy {
    explicit LoadedPolicy(World& world) : evaluation(program, world), control(evaluation) {}

    Program program;
    Evaluation evaluation;
    ControlReader control;
    std::vector<SequenceStep> sequence = {};
    std::vector<ast::File> files = {}; ///< the entry first; only of a policy that is checked
};

/// Reads the policy at `path` with its augments and inputs, checks it, evaluates what must be known
/// before anything runs, and finds its bundle sequence. What is wrong is in `diagnostics`.
std::unique_ptr<LoadedPolicy> load_policy(
    const std::string& path,
    const Dialect& dialect,
    World& world,
    Sources& sources,
    Diagnostics& diagnostics
);

} // namespace vow::cfengine
