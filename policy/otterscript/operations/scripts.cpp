#include "policy/otterscript/operations/program.h"
#include "policy/otterscript/operations/table.h"
#include "protocol/text/trim.h"
#include "protocol/text/words.h"

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
    Property{"SuccessExitCode"}};
constexpr std::array shell_call_properties = {
    Property{"Name", Use::required},
    Property{"Arguments"},
    Property{"Parameters"},
    Property{"InputVariables"},
    Property{"OutputVariables"},
    Property{"OutputLogLevel"},
    Property{"ErrorOutputLogLevel"},
    Property{"SuccessExitCode"},
    Property{"ExitCode", Use::output}};
constexpr std::array shell_ensure_properties = {
    Property{"Key", Use::required},
    Property{"Value", Use::required},
    Property{"Collect"},
    Property{"Configure"},
    Property{"CollectScript"},
    Property{"ConfigureScript"},
    Property{"UseExitCode"}};
constexpr std::array python_call_properties = {
    Property{"Name", Use::required},
    Property{"Arguments"},
    Property{"EnvironmentVariables"},
    Property{"OutputLogLevel"},
    Property{"ErrorOutputLogLevel"},
    Property{"SuccessExitCode"},
    Property{"ExitCode", Use::output}};
constexpr std::array plan_properties = {
    Property{"ScriptText", Use::required}, Property{"Variables"}, Property{"OutputVariables"}};
constexpr std::array plan_call_properties = {
    Property{"Name", Use::required}, Property{"Variables"}, Property{"OutputVariables"}};

/// Separates the lines of a script from the values of its variables.
constexpr std::string_view value_mark = "\x01vow ";

std::string quoted(std::string_view text) {
    std::string word = "'";
    for (const char c : text) {
        if (c == '\'')
            word += "'\\''";
        else
            word += c;
    }
    return word + "'";
}

bool is_shell_name(std::string_view name) {
    return !name.empty() &&
           name.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_"
           ) == std::string_view::npos;
}

std::vector<std::string> settings_of(OperationRun& run, std::string_view property) {
    std::vector<std::string> settings;
    const Map* map = run.map(property);
    if (map == nullptr) return settings;
    for (const auto& [name, value] : map->items()) {
        if (!value.is_text()) run.raise("the variable '" + name + "' needs a scalar");
        settings.push_back(name + "=" + value.text());
    }
    return settings;
}

/// A shell script, with variables that go in and come out.
class ShellScript {
public:
    ShellScript(OperationRun& run, std::string text) : run_(run), text_(std::move(text)) {}

    void take_arguments(std::vector<std::string> arguments) { arguments_ = std::move(arguments); }
    void take_variables(std::string_view property) {
        for (const std::string& setting : settings_of(run_, property)) {
            const std::size_t equals = setting.find('=');
            if (!is_shell_name(setting.substr(0, equals)))
                run_.fail("'" + setting.substr(0, equals) + "' is not a name of the shell");
            before_ += setting.substr(0, equals + 1) + quoted(setting.substr(equals + 1)) + "\n";
        }
    }
    void return_variables(std::string_view property) {
        for (std::string name : run_.list(property)) {
            if (name.starts_with('$')) name.erase(0, 1);
            if (!is_shell_name(name)) run_.fail("'" + name + "' is not a name of the shell");
            wanted_.push_back(name);
        }
    }
    void take_environment(std::string_view property) {
        program_.environment = settings_of(run_, property);
    }

    /// nullopt in a simulation.
    std::optional<std::int64_t>
    run(const std::function<void(std::string_view)>& output,
        const std::function<void(std::string_view)>& errors) {
        program_.path = "/bin/sh";
        program_.folder = run_.executer().context.directory;
        program_.arguments = {"-c", before_ + text_ + after(), "sh"};
        program_.arguments.insert(program_.arguments.end(), arguments_.begin(), arguments_.end());
        program_.errors = errors;
        program_.output = [&](std::string_view line) {
            if (!is_value_ && !line.starts_with(value_mark)) return output(line);
            take_value(line);
        };
        const auto status = run_program(run_, program_);
        set_variables();
        return status;
    }

private:
    /// Prints the wanted variables, each after a mark and its name.
    std::string after() const {
        if (wanted_.empty()) return {};
        std::string text = "\n_vow_status=$?\n";
        for (const std::string& name : wanted_)
            text.append(R"(printf '\001vow %s\n%s\n' )")
                .append(name)
                .append(" \"${")
                .append(name)
                .append("}\"\n");
        return text + "printf '\\001vow \\n'\nexit $_vow_status\n";
    }
    void take_value(std::string_view line) {
        if (line.starts_with(value_mark)) {
            name_ = line.substr(value_mark.size());
            is_value_ = !name_.empty();
            return;
        }
        auto [value, is_first] = values_.try_emplace(name_, line);
        if (!is_first) value->second.append("\n").append(line);
    }
    void set_variables() {
        for (const std::string& name : wanted_)
            run_.set_variable(name, values_[name]);
    }

    OperationRun& run_;
    std::string text_;
    std::string before_;
    std::vector<std::string> arguments_;
    std::vector<std::string> wanted_;
    Program program_;
    std::map<std::string, std::string> values_;
    std::string name_;
    bool is_value_ = false;
};

std::vector<std::string> arguments_of(OperationRun& run) {
    std::vector<std::string> words;
    for (const std::string& each : run.list("Arguments")) {
        for (const std::string& word : words_of(each))
            words.push_back(word);
    }
    return words;
}

/// Any exit status is a success unless a condition is given.
void judge(OperationRun& run, std::optional<std::int64_t> status) {
    if (!status || !run.has("SuccessExitCode")) return;
    if (!is_success(run, *status, run.text("SuccessExitCode")))
        run.fail("the script ended with the exit status " + std::to_string(*status));
}

void shell_execute(OperationRun& run) {
    ShellScript script(run, run.text("Text"));
    script.take_arguments(arguments_of(run));
    script.take_variables("Variables");
    script.return_variables("OutVariables");
    script.take_environment("EnvironmentVariables");
    judge(
        run,
        script.run(
            log_lines(run, "OutputLogLevel", LogLevel::info),
            log_lines(run, "ErrorOutputLogLevel", LogLevel::error)
        )
    );
}

/// The text of a file of the raft.
std::string raft_text(OperationRun& run, const std::string& name, std::string_view suffix) {
    Executer& executer = run.executer();
    const auto path = executer.execution.interpreter.raft_file(executer.raft, name, suffix);
    if (!path) run.fail("the raft has no script '" + name + "'");
    auto text = read_whole_file(run.world().host, *path);
    if (!text) run.fail("cannot read '" + *path + "': " + text.why_not);
    return *std::move(text.value);
}

void shell_call(OperationRun& run) {
    ShellScript script(run, raft_text(run, run.text("Name"), ".sh"));
    script.take_arguments(arguments_of(run));
    script.take_variables("InputVariables");
    script.take_variables("Parameters");
    script.return_variables("OutputVariables");
    const auto status = script.run(
        log_lines(run, "OutputLogLevel", LogLevel::info),
        log_lines(run, "ErrorOutputLogLevel", LogLevel::error)
    );
    if (status) run.set_output("ExitCode", Value::number(*status));
    judge(run, status);
}

void python_call(OperationRun& run) {
    const auto python = program_on_path(run.host(), "python3");
    if (!python) run.fail("the program 'python3' was not found on PATH");
    Program program{
        .path = *python,
        .arguments = {"-c", raft_text(run, run.text("Name"), ".py")},
        .environment = settings_of(run, "EnvironmentVariables"),
        .folder = run.executer().context.directory,
        .output = log_lines(run, "OutputLogLevel", LogLevel::info),
        .errors = log_lines(run, "ErrorOutputLogLevel", LogLevel::error)};
    for (std::string& word : arguments_of(run))
        program.arguments.push_back(std::move(word));
    const auto status = run_program(run, program);
    if (status) run.set_output("ExitCode", Value::number(*status));
    judge(run, status);
}

/// Runs the script that collects a value, even if nothing may be changed.
std::string collected(OperationRun& run, const std::string& text) {
    std::string output;
    const OperationRun::Allowed looking(run);
    ShellScript script(run, text);
    const auto status = script.run(
        [&](std::string_view line) { output.append(line).append("\n"); },
        log_lines(run, "ErrorOutputLogLevel", LogLevel::error)
    );
    if (run.boolean("UseExitCode", false)) return std::to_string(status.value_or(-1));
    return std::string(trimmed(output));
}

std::string script_of(OperationRun& run, std::string_view text, std::string_view file) {
    return run.has(file) ? raft_text(run, run.text(file), ".sh") : run.text(text);
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
    ShellScript script(run, script_of(run, "Configure", "ConfigureScript"));
    script.run(
        log_lines(run, "OutputLogLevel", LogLevel::info),
        log_lines(run, "ErrorOutputLogLevel", LogLevel::error)
    );
}

// --- plans --------------------------------------------------------------------------------------

/// Runs a script that sees none of the caller's variables; its status joins.
void run_plan(OperationRun& run, const Script& script) {
    Executer& caller = run.executer();
    if (run.is_dry() && !caller.execution.is_simulation()) return;
    Executer own(caller, *caller.task, caller.observer, Variables::none());
    if (const Map* given = run.map("Variables")) {
        for (const auto& [name, value] : given->items())
            own.variables.make(run.variable(name, value.sign())) = value;
    }
    Variables::Scope scope(own.variables);
    std::map<std::string, Value> results;
    caller.execution.interpreter.run_with_outputs(
        script, own, run.list("OutputVariables"), results
    );
    if (own.status != Status::error) caller.raise_status(own.status);
    for (auto& [name, value] : results)
        run.set_variable(name, std::move(value));
    if (own.status == Status::error) run.end_failed();
}

void plan_execute(OperationRun& run) {
    Executer& executer = run.executer();
    run_plan(
        run,
        executer.execution.interpreter.script(run.text("ScriptText"), executer, run.action().span)
    );
}

void plan_call(OperationRun& run) {
    Executer& executer = run.executer();
    Interpreter& interpreter = executer.execution.interpreter;
    const auto path = interpreter.raft_file(executer.raft, run.text("Name"), ".otter");
    if (!path) run.fail("the raft has no script '" + run.text("Name") + "'");
    run_plan(run, interpreter.script_file(*path, executer, run.action().span));
}

} // namespace

std::vector<Operation> script_operations() {
    const auto execute = OperationKind::execute;
    return {
        {"SHExec", "Linux", execute, shell_properties, &shell_execute, "Runs a shell script."},
        {"Execute-Shell",
         "Linux",
         execute,
         shell_properties,
         &shell_execute,
         "The same as SHExec."},
        {"SHCall",
         "Linux",
         execute,
         shell_call_properties,
         &shell_call,
         "Runs a shell script of the raft."},
        {"PYCall",
         "Python",
         execute,
         python_call_properties,
         &python_call,
         "Runs a Python script of the raft."},
        {"SHEnsure",
         "Linux",
         OperationKind::ensure,
         shell_ensure_properties,
         &shell_ensure,
         "A value that one shell script collects and another configures."},
        {"OSExec",
         "InedoCore",
         execute,
         plan_properties,
         &plan_execute,
         "Runs a text as a plan of its own."},
        {"OSCall",
         "InedoCore",
         execute,
         plan_call_properties,
         &plan_call,
         "Runs a script of the raft as a plan of its own."},
    };
}

} // namespace vow::otterscript
