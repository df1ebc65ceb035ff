#pragma once

#include "policy/otterscript/operations/program.h"

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace vow::otterscript {

/// The languages of scripts that an operation hands to an interpreter of the machine in context.
enum class ScriptLanguage : std::uint8_t { shell, python };

/// The text of a file of the raft, or of the one that the property Raft names. Ends the operation
/// if the raft has none.
TrustedText raft_text(OperationRun& run, const std::string& name, std::string_view suffix);
/// The same of a script, whose suffix may be left out.
TrustedText raft_script(OperationRun& run, ScriptLanguage language, const std::string& name);

/// Fails the operation if its property SuccessExitCode excludes the status; without it, any is a
/// success.
void judge_script(OperationRun& run, std::optional<std::int64_t> status);

/// A script in another language, with variables that go in and come out.
class ScriptProgram {
public:
    using Lines = std::function<void(std::string_view)>;

    ScriptProgram(OperationRun& run, ScriptLanguage language, TrustedText text);

    // From a property of the operation, if it is given.
    void take_arguments(std::string_view property);
    void take_variables(std::string_view property);
    void take_environment(std::string_view property);
    /// Their values become variables of the plan.
    void return_variables(std::string_view property);

    void take_variable(const std::string& name, const Value& value);
    /// Only for `value`.
    void return_variable(const std::string& name);

    /// Returns the exit status; nullopt in a simulation.
    std::optional<std::int64_t> run(const Lines& output, const Lines& errors);
    /// Logs its lines at the levels of OutputLogLevel and ErrorOutputLogLevel.
    std::optional<std::int64_t> run_logged();
    /// The value of a returned variable afterwards; null if the script has not set it.
    const Value* value(const std::string& name) const;

private:
    void require_name(const std::string& name) const;
    std::string shell_input() const;
    std::string python_input() const;
    bool take_message(std::string_view line);
    void take_line(std::string_view line, const Lines& output);
    void read_values();

    OperationRun& run_;
    ScriptLanguage language_;
    TrustedText text_;
    Program program_;
    std::vector<std::string> words_;                       ///< the script's own arguments
    std::vector<std::pair<std::string, Value>> variables_; ///< that go in
    std::vector<std::string> returned_;                    ///< names
    std::vector<std::string> assigned_;                    ///< names that are set in the plan
    std::map<std::string, std::string> printed_;           ///< values as they came
    std::map<std::string, Value> values_;
    std::string name_; ///< of the value that is printed now; empty: no value is
};

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
