#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace vow::otterscript {

/// How far a run goes (section 4 of the language).
enum class Mode {
    execute,             ///< operations run
    collect,             ///< operations only compare
    collect_then_execute ///< then what drifted is configured
};

/// Where `set` makes a new variable.
enum class NewVariables { in_current_scope, global };

/// The options of the command line for plans.
struct Settings {
    std::vector<std::string> variables = {}; ///< NAME=VALUE
    std::string inventory = {};              ///< a file; may be empty
    std::vector<std::string> servers = {};   ///< targets
    std::string role = {};                   ///< a target; may be empty
    /// nullopt: execute, or collect when the plans of the inventory are checked.
    std::optional<Mode> mode = {};
    std::vector<std::string> rafts = {}; ///< [NAME=]FOLDER
    std::vector<std::string> only = {};  ///< --only: FILE:LINE, operations; empty: all
    NewVariables new_variables = NewVariables::in_current_scope;
};

} // namespace vow::otterscript
