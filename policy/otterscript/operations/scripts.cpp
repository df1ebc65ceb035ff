#include "policy/otterscript/operations/script_program.h"
#include "policy/otterscript/operations/table.h"
#include "protocol/text/text.h"

#include <array>

namespace vow::otterscript {
namespace {

using Use = Property::Use;

constexpr std::array shell_properties = {
    Property{"Text", Use::required},
    Property{"Arguments"},
    Property{"Variables"},
    Property{"OutVariables"},
    Property{"EnvironmentVariables"},
    Property{"OutputLogLevel"},
    Property{"ErrorOutputLogLevel"},
    Property{"SuccessExitCode"},
    Property{"Verbose"},
    Property{"CaptureDebug"}};
constexpr std::array python_properties = {
    Property{"Script", Use::required},
    Property{"Arguments"},
    Property{"Variables"},
    Property{"OutVariables"},
    Property{"EnvironmentVariables"},
    Property{"SuccessExitCode"},
    Property{"PythonPath"},
    Property{"Verbose"},
    Property{"CaptureDebug"}};
constexpr std::array script_call_properties = {
    Property{"Name", Use::required},
    Property{"Arguments"},
    Property{"Parameters"},
    Property{"InputVariables"},
    Property{"OutputVariables"},
    Property{"EnvironmentVariables"},
    Property{"OutputLogLevel"},
    Property{"ErrorOutputLogLevel"},
    Property{"SuccessExitCode"},
    Property{"PythonPath"},
    Property{"Verbose"},
    Property{"CaptureDebug"},
    Property{"ExitCode", Use::output}};
constexpr std::array shell_ensure_properties = {
    Property{"Key", Use::required},
    Property{"Value", Use::required},
    Property{"Collect"},
    Property{"Configure"},
    Property{"CollectScript"},
    Property{"ConfigureScript"},
    Property{"UseExitCode"},
    Property{"Verbose"},
    Property{"CollectScriptArgs"},
    Property{"ConfigureScriptArgs"},
    Property{"OutputLogLevel"},
    Property{"ErrorOutputLogLevel"}};

/// A script that is written in the plan, in one of its properties.
void execute_script(OperationRun& run, ScriptLanguage language, std::string_view property) {
    ScriptProgram script(run, language, TrustedText::given(run.text(property)));
    script.take_arguments("Arguments");
    script.take_variables("Variables");
    script.return_variables("OutVariables");
    script.take_environment("EnvironmentVariables");
    judge_script(run, script.run_logged());
}

void call_script(OperationRun& run, ScriptLanguage language) {
    ScriptProgram script(run, language, raft_script(run, language, run.text("Name")));
    script.take_arguments("Arguments");
    script.take_variables("InputVariables");
    script.take_variables("Parameters");
    script.return_variables("OutputVariables");
    script.take_environment("EnvironmentVariables");
    const auto status = script.run_logged();
    if (status) run.set_output("ExitCode", Value::number(*status));
    judge_script(run, status);
}

/// Runs the script that collects a value, even if nothing may be changed.
std::string collected(OperationRun& run, const TrustedText& text) {
    std::string output;
    const OperationRun::Allowed looking(run);
    ScriptProgram script(run, ScriptLanguage::shell, text);
    script.take_arguments("CollectScriptArgs");
    const auto status = script.run(
        [&](std::string_view line) { output.append(line).append("\n"); },
        log_lines(run, "ErrorOutputLogLevel", LogLevel::error)
    );
    if (run.boolean("UseExitCode", false)) return std::to_string(status.value_or(-1));
    return std::string(trimmed(output));
}

TrustedText script_of(OperationRun& run, std::string_view text, std::string_view file) {
    if (run.has(file)) return raft_script(run, ScriptLanguage::shell, run.text(file));
    return TrustedText::given(run.text(text));
}

void shell_ensure(OperationRun& run) {
    const std::string value = collected(run, script_of(run, "Collect", "CollectScript"));
    if (value == run.text("Value")) return;
    run.name_promiser(run.text("Key"));
    if (run.is_dry()) {
        run.log(
            LogLevel::notice,
            "Should change " + run.text("Key") + " from '" + value + "' to '" + run.text("Value") +
                "'"
        );
        return run.note_drift();
    }
    ScriptProgram script(
        run, ScriptLanguage::shell, script_of(run, "Configure", "ConfigureScript")
    );
    script.take_arguments("ConfigureScriptArgs");
    script.run_logged();
}

} // namespace

std::vector<Operation> script_operations() {
    const auto execute = OperationKind::execute;
    return {
        {"SHExec",
         "Linux",
         execute,
         shell_properties,
         [](OperationRun& run) { execute_script(run, ScriptLanguage::shell, "Text"); },
         "Runs a shell script.",
         R"(SHExec "echo hello";)"},
        {"Execute-Shell",
         "Linux",
         execute,
         shell_properties,
         [](OperationRun& run) { execute_script(run, ScriptLanguage::shell, "Text"); },
         "The same as SHExec.",
         R"(Execute-Shell "echo hello";)"},
        {"PYExec",
         "Python",
         execute,
         python_properties,
         [](OperationRun& run) { execute_script(run, ScriptLanguage::python, "Script"); },
         "Runs a Python script.",
         R"x(PYExec "print('hello')";)x"},
        {"SHCall",
         "Linux",
         execute,
         script_call_properties,
         [](OperationRun& run) { call_script(run, ScriptLanguage::shell); },
         "Runs a shell script of the raft.",
         "SHCall backup.sh;"},
        {"PYCall",
         "Python",
         execute,
         script_call_properties,
         [](OperationRun& run) { call_script(run, ScriptLanguage::python); },
         "Runs a Python script of the raft.",
         "PYCall backup.py;"},
        {"SHEnsure",
         "Linux",
         OperationKind::ensure,
         shell_ensure_properties,
         &shell_ensure,
         "A value that one shell script collects and another configures.",
         "SHEnsure port (Value: 80, Collect: cat /srv/port, Configure: echo 80 > /srv/port);"},
        {"SHEnsure1",
         "Linux",
         OperationKind::ensure,
         shell_ensure_properties,
         &shell_ensure,
         "The same as SHEnsure.",
         "SHEnsure1 port (Value: 80, Collect: cat /srv/port, Configure: echo 80 > /srv/port);"},
    };
}

} // namespace vow::otterscript
