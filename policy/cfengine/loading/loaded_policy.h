#pragma once

#include "policy/cfengine/loading/control_reader.h"
#include "policy/cfengine/program/program.h"
#include "policy/cfengine/run/run_state.h"
#include "policy/cfengine/syntax/ast.h"

#include <string>
#include <vector>

namespace vow::cfengine {

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
    std::vector<std::string> conditional_classes = {}; ///< that augments define under conditions
    std::vector<ast::File> files = {}; ///< the entry first; only of a policy that is checked
};

} // namespace vow::cfengine
