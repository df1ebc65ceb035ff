#pragma once

#include "policy/cfengine/run/run_state.h"

#include <cstddef>
#include <cstdint>

namespace vow::cfengine {

// A bundle runs in several passes (semantics 3.1). A promise whose evaluation would do nothing is
// left out of the later ones.

/// Whether promises of a kind define variables or classes.
bool is_definition(PromiseKind kind);

/// Whether evaluating a promise again would do nothing, as far as the run knows.
bool is_settled(RunState& run, PromiseKind kind, const PromiseStatement& promise);

/// The state of the run when the evaluation of a promise begins.
struct EvaluationStart {
    explicit EvaluationStart(const RunState& run)
        : generation(run.changes.generation()),
          begun(run.kept.begun()) {}

    std::uint64_t generation; ///< of Changes
    std::size_t begun;        ///< promises that were begun by then
};

/// Notes that all rounds of a promise were evaluated, without a reference that later passes may
/// resolve.
void settle(
    RunState& run, PromiseKind kind, const PromiseStatement& promise, const EvaluationStart& start
);

} // namespace vow::cfengine
