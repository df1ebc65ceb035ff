#pragma once

#include "policy/otterscript/syntax/tree.h"

#include <span>
#include <string>
#include <vector>

namespace vow::otterscript {

/// A part of the scripts of a run that is run alone.
struct StatementSelection {
    /// "operation 'Create-File' (deploy.otter:6)", in written order.
    std::vector<std::string> chosen;
    std::vector<std::string> needed; ///< the operations and calls that those depend on
};

/// Leaves all operations, calls and log lines out of the scripts but those that `only` names by
/// FILE:LINE, name (with its namespace or without) or type of promise, and those that they depend
/// on: those that set a variable that they or the blocks around them read, and the calls of their
/// modules, as far as names are written and not computed. Variables are set in any case, unless
/// their values come from what is left out. A chosen block brings its statements, a chosen call
/// those of its module. Throws OptionError for a name that no statement has.
StatementSelection select_statements(
    std::span<Script* const> scripts, std::span<const std::string> only, const Names& names
);

} // namespace vow::otterscript
