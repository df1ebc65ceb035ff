#pragma once

#include <optional>
#include <string_view>

namespace vow::cfengine {

struct Program;

/// In which order the promises of an agent or common bundle are evaluated.
enum class EvaluationOrder {
    classic, ///< by their types
    top_down ///< as they are written
};

/// The value of an attribute evaluation_order; nullopt for another word.
std::optional<EvaluationOrder> evaluation_order_from(std::string_view word);

/// Brings the promises of each bundle into its own order, or in that of the run if it has none.
/// Once, when all files are compiled.
void arrange_promises(Program& program, EvaluationOrder of_run);

} // namespace vow::cfengine
