#pragma once

#include "policy/skopos/plan/plan.h"
#include "policy/source/diagnostic.h"

#include <functional>
#include <optional>
#include <string_view>

namespace vow::skopos {

/// The values of `doctype` in the headers of documents.
inline constexpr std::string_view plan_doctype = "com.datagridsys.doctype/skopos/deploy-plan";
inline constexpr std::string_view model_doctype = "com.datagridsys.doctype/skopos/model";

/// Reads a deployment plan, and finds every mistake in it that does not depend on what a step runs.
/// nullopt if it has errors. Calls `at_node` for each node and each step; it may throw, to end the
/// reading.
std::optional<Plan> read_plan(
    const SourceText& source, Diagnostics& diagnostics, const std::function<void()>& at_node = {}
);

/// Finds the steps that flows name, each in the chain of its own step, and counts the actions,
/// delays and gates. Adds a diagnostic for a step that does not exist or is in another chain.
void link_steps(Plan& plan, Diagnostics& diagnostics);

} // namespace vow::skopos
