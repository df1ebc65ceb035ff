#include "policy/otterscript/operations/script_program.h"
#include "policy/otterscript/operations/table.h"
#include "protocol/text/text.h"

#include <array>

/// Scripts that compare settings with what they should be, as their comments describe.
namespace vow::otterscript {
namespace {

using Use = Property::Use;

constexpr std::array described_properties = {
    Property{"Name", Use::required},
    Property{"Parameters"},
    Property{"InputVariables"},
    Property{"OutputVariables"},
    Property{"Arguments"},
    Property{"EnvironmentVariables"},
    Property{"OutputLogLevel"},
    Property{"ErrorOutputLogLevel"},
    Property{"SuccessExitCode"},
    Property{"PythonPath"},
    Property{"Verbose"},
    Property{"CaptureDebug"}};

constexpr std::string_view collect_mode = "Collect";
constexpr std::string_view configure_mode = "Configure";

struct Drifted {
    std::string key;
    std::string current;
    std::string desired;
};

class DescribedScript {
public:
    DescribedScript(OperationRun& run, ScriptLanguage language)
        : run_(run),
          language_(language),
          name_(run.text("Name")),
          text_(raft_script(run, language, name_)),
          help_(script_help(*text_, language)) {}

    bool can_configure() const { return !help_.mode_variable.empty(); }
    const std::string& name() const { return name_; }

    /// Runs it, even if nothing may be changed. Returns the settings that are not as desired.
    std::vector<Drifted> collect() {
        const OperationRun::Allowed looking(run_);
        ScriptProgram program = prepared(collect_mode);
        for (const ScriptHelp::Setting& setting : help_.settings) {
            for (const std::string& text :
                 {setting.key, setting.desired, setting.current, setting.drifted})
                if (text.starts_with('$')) program.return_variable(text.substr(1));
        }
        const auto log = log_lines(run_, "OutputLogLevel", LogLevel::info);
        std::string output;
        judge_script(
            run_,
            program.run(
                [&](std::string_view line) {
                    output.append(line).append("\n");
                    log(line);
                },
                log_lines(run_, "ErrorOutputLogLevel", LogLevel::error)
            )
        );
        return drift_in(program, std::string(trimmed(output)));
    }

    void configure() {
        ScriptProgram program = prepared(configure_mode);
        judge_script(run_, program.run_logged());
    }

private:
    ScriptProgram prepared(std::string_view mode) {
        ScriptProgram program(run_, language_, text_);
        program.take_arguments("Arguments");
        program.take_variables("Parameters");
        program.take_variables("InputVariables");
        program.take_environment("EnvironmentVariables");
        program.return_variables("OutputVariables");
        if (can_configure()) program.take_variable(help_.mode_variable, std::string(mode));
        return program;
    }

    std::vector<Drifted> drift_in(const ScriptProgram& program, const std::string& output) {
        std::vector<Drifted> found;
        for (const ScriptHelp::Setting& setting : help_.settings) {
            const Drifted values{
                .key = value_of(setting.key, program, name_),
                .current = value_of(setting.current, program, output),
                .desired = value_of(setting.desired, program, "true")};
            const std::string verdict = lower_case(value_of(setting.drifted, program, ""));
            const bool is_equal = lower_case(values.current) == lower_case(values.desired);
            if (verdict.empty() ? !is_equal : verdict == "true") found.push_back(values);
        }
        return found;
    }

    /// A text, or the value of a variable of the script.
    std::string value_of(
        const std::string& written, const ScriptProgram& program, const std::string& fallback
    ) {
        if (written.empty()) return fallback;
        if (!written.starts_with('$')) return written;
        const Value* value = program.value(written.substr(1));
        if (value == nullptr)
            run_.fail("the script '" + name_ + "' has not set its variable " + written);
        return value->is_text() ? value->text() : json_text(data_from(*value));
    }

    OperationRun& run_;
    ScriptLanguage language_;
    std::string name_;
    TrustedText text_;
    ScriptHelp help_;
};

void log_drift(OperationRun& run, const std::vector<Drifted>& drift) {
    run.name_promiser(drift.front().key);
    for (const Drifted& each : drift)
        run.log(
            LogLevel::notice,
            "Should change " + each.key + " from '" + each.current + "' to '" + each.desired + "'"
        );
    run.note_drift();
}

void verify_described(OperationRun& run, ScriptLanguage language) {
    const std::vector<Drifted> drift = DescribedScript(run, language).collect();
    if (!drift.empty()) log_drift(run, drift);
}

void ensure_described(OperationRun& run, ScriptLanguage language) {
    DescribedScript script(run, language);
    const std::vector<Drifted> drift = script.collect();
    if (drift.empty()) return;
    if (run.is_dry()) return log_drift(run, drift);
    if (!script.can_configure())
        run.fail(
            "the script '" + script.name() +
            "' cannot configure: its comment has no section AHExecMode with the variable that gets "
            "Collect or Configure"
        );
    script.configure();
}

} // namespace

std::vector<Operation> described_script_operations() {
    constexpr auto shell = ScriptLanguage::shell;
    constexpr auto python = ScriptLanguage::python;
    return {
        {"SHVerify2",
         "Linux",
         OperationKind::verify,
         described_properties,
         [](OperationRun& run) { verify_described(run, shell); },
         "Settings that a shell script of the raft collects.",
         "SHVerify2 settings;"},
        {"SHEnsure2",
         "Linux",
         OperationKind::ensure,
         described_properties,
         [](OperationRun& run) { ensure_described(run, shell); },
         "Settings that a shell script of the raft collects and configures.",
         "SHEnsure2 settings;"},
        {"PYVerify",
         "Python",
         OperationKind::verify,
         described_properties,
         [](OperationRun& run) { verify_described(run, python); },
         "Settings that a Python script of the raft collects.",
         "PYVerify settings;"},
        {"PYEnsure",
         "Python",
         OperationKind::ensure,
         described_properties,
         [](OperationRun& run) { ensure_described(run, python); },
         "Settings that a Python script of the raft collects and configures.",
         "PYEnsure settings;"},
    };
}

} // namespace vow::otterscript
