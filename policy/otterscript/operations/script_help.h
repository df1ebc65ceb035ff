#pragma once

#include "policy/otterscript/operations/script_program.h"

namespace vow::otterscript {

/// The settings that a script collects, as the comment at its beginning names them.
struct ScriptHelp {
    /// Texts, or `$NAME` for a variable of the script.
    struct Setting {
        std::string key = {};
        std::string desired = {};
        std::string current = {};
        std::string drifted = {};
    };

    std::string mode_variable; ///< gets `Collect` or `Configure`; empty: the script has none
    std::vector<Setting> settings;
};

/// Reads the sections `AHExecMode`, `AHConfigKey`, `AHDesiredValue`, `AHCurrentValue` and
/// `AHValueDrifted`, whose content follows the colon, or stands on the lines below. A section that
/// comes again begins the next setting.
ScriptHelp script_help(std::string_view script, ScriptLanguage language);

} // namespace vow::otterscript
