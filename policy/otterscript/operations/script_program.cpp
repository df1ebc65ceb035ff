#include "policy/otterscript/operations/script_program.h"

#include "policy/otterscript/run/context.h"
#include "policy/run/trusted_reader.h"
#include "protocol/text/named_value.h"
#include "protocol/text/text.h"

#include <algorithm>
#include <array>

namespace vow::otterscript {
namespace {

/// Separates the lines of a script from the values of its variables.
constexpr std::string_view value_mark = "\x01vow ";
/// Before the level and the text of a message that a script logs by the module `logging`.
constexpr std::string_view log_mark = "\x01log ";

constexpr auto log_levels = std::to_array<NamedValue<LogLevel>>({
    {"DEBUG", LogLevel::debug},
    {"INFO", LogLevel::info},
    {"WARNING", LogLevel::warning},
    {"ERROR", LogLevel::error},
    {"CRITICAL", LogLevel::error},
});

// Scripts come on standard input (shell_frame), and so do the values of their variables.
/// Runs a script with given variables, then prints the wanted ones, each after a mark.
constexpr std::string_view python_frame = R"(import json, logging, os, sys
given = json.loads(sys.stdin.buffer.read().decode("utf-8", "surrogateescape"))
os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
logging.basicConfig(stream=sys.stdout, level=given["log_level"], format="\x01log %(levelname)s %(message)s")
scope = {"__name__": "__main__", **given["variables"]}
try:
    exec(compile(given["script"], "script", "exec"), scope)
finally:
    for name in given["wanted"]:
        if name in scope:
            print("\x01vow " + name)
            print(json.dumps(scope[name], default=str))
            print("\x01vow ")
)";

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

/// Of a variable, in both languages.
bool is_name(std::string_view name) {
    constexpr std::string_view letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_";
    constexpr std::string_view digits = "0123456789";
    return !name.empty() && digits.find(name.front()) == std::string_view::npos &&
           name.find_first_not_of(std::string(letters).append(digits)) == std::string_view::npos;
}

} // namespace

TrustedText raft_text(OperationRun& run, const std::string& name, std::string_view suffix) {
    Executor& executor = run.executor();
    const std::string raft = run.text("Raft", executor.scope().raft);
    const auto path = executor.execution().interpreter.raft_file(raft, name, suffix);
    if (!path) run.fail("the raft has no file '" + name + "'");
    auto text = read_trusted(run.world().host, *path);
    if (!text) run.fail("cannot read '" + *path + "': " + text.why_not);
    return *std::move(text.value);
}

TrustedText raft_script(OperationRun& run, ScriptLanguage language, const std::string& name) {
    return raft_text(run, name, language == ScriptLanguage::shell ? ".sh" : ".py");
}

void judge_script(OperationRun& run, std::optional<std::int64_t> status) {
    if (!status || !run.has("SuccessExitCode")) return;
    if (!is_success(run, *status, run.text("SuccessExitCode")))
        run.fail("the script ended with the exit status " + std::to_string(*status));
}

ScriptProgram::ScriptProgram(OperationRun& run, ScriptLanguage language, TrustedText text)
    : run_(run),
      language_(language),
      text_(std::move(text)) {
    program_.folder = run.executor().context().directory;
    program_.path = "/bin/sh";
    if (language == ScriptLanguage::shell) return;
    program_.path = program_path(run, run.text("PythonPath", "python3"));
}

void ScriptProgram::take_arguments(std::string_view property) {
    for (const std::string& each : run_.list(property)) {
        for (std::string& word : words_of(each))
            words_.push_back(std::move(word));
    }
}

void ScriptProgram::take_variables(std::string_view property) {
    const Map* map = run_.map(property);
    if (map == nullptr) return;
    for (const auto& [name, value] : map->items())
        take_variable(name, value);
}

void ScriptProgram::take_variable(const std::string& name, const Value& value) {
    require_name(name);
    if (language_ == ScriptLanguage::shell && !value.is_text())
        run_.raise("the variable '" + name + "' needs a scalar");
    variables_.emplace_back(name, value);
}

void ScriptProgram::take_environment(std::string_view property) {
    const Map* map = run_.map(property);
    if (map == nullptr) return;
    for (const auto& [name, value] : map->items()) {
        if (!value.is_text()) run_.raise("the variable '" + name + "' needs a scalar");
        program_.environment.push_back(std::string(name).append("=").append(value.text()));
    }
}

void ScriptProgram::return_variables(std::string_view property) {
    for (std::string name : run_.list(property)) {
        if (name.starts_with('$')) name.erase(0, 1);
        return_variable(name);
        assigned_.push_back(std::move(name));
    }
}

void ScriptProgram::return_variable(const std::string& name) {
    require_name(name);
    if (std::ranges::find(returned_, name) == returned_.end()) returned_.push_back(name);
}

void ScriptProgram::require_name(const std::string& name) const {
    if (!is_name(name)) run_.fail("'" + name + "' is not a name of a variable in a script");
}

std::optional<std::int64_t> ScriptProgram::run(const Lines& output, const Lines& errors) {
    const bool is_shell = language_ == ScriptLanguage::shell;
    // Isolated: the working folder is not searched for what a script imports.
    program_.arguments = is_shell ? std::vector<std::string>{"-c", std::string(shell_frame), "sh"}
                                  : std::vector<std::string>{"-I", "-c", std::string(python_frame)};
    program_.arguments.insert(program_.arguments.end(), words_.begin(), words_.end());
    program_.input = is_shell ? shell_input() : python_input();
    program_.errors = errors;
    program_.output = [&](std::string_view line) { take_line(line, output); };
    const auto status = run_program(run_, program_);
    read_values();
    return status;
}

std::optional<std::int64_t> ScriptProgram::run_logged() {
    return run(
        log_lines(run_, "OutputLogLevel", LogLevel::info),
        log_lines(run_, "ErrorOutputLogLevel", LogLevel::error)
    );
}

const Value* ScriptProgram::value(const std::string& name) const {
    const auto found = values_.find(name);
    return found == values_.end() ? nullptr : &found->second;
}

std::string ScriptProgram::python_input() const {
    std::vector<Data::Member> given;
    given.reserve(variables_.size());
    for (const auto& [name, value] : variables_)
        given.emplace_back(name, data_from(value));
    return json_text(Data::object(
        {{"script", Data::string(with_plain_line_ends(*text_))},
         {"variables", Data::object(std::move(given))},
         {"log_level", Data::string(run_.boolean("CaptureDebug", false) ? "DEBUG" : "INFO")},
         {"wanted", data_from(vector_of(returned_))}}
    ));
}

/// The script after assignments and a trap that prints the wanted variables.
std::string ScriptProgram::shell_input() const {
    std::string text;
    for (const auto& [name, value] : variables_)
        text.append(name).append("=").append(quoted(value.text())).append("\n");
    std::string printing;
    for (const std::string& name : returned_)
        printing.append("[ -z \"${")
            .append(name)
            .append(R"(+set}" ] || printf '\001vow %s\n%s\n\001vow \n' )")
            .append(name)
            .append(" \"${")
            .append(name)
            .append("}\"\n");
    if (!printing.empty()) text.append("trap ").append(quoted(printing)).append(" EXIT\n");
    return text + with_plain_line_ends(*text_);
}

/// A message that the script logs; a further line of one has no mark. False for other lines.
bool ScriptProgram::take_message(std::string_view line) {
    if (language_ != ScriptLanguage::python || !line.starts_with(log_mark)) return false;
    line.remove_prefix(log_mark.size());
    const std::size_t blank = std::min(line.find(' '), line.size());
    const auto level = find_value<LogLevel>(log_levels, line.substr(0, blank));
    run_.log(level.value_or(LogLevel::info), line.substr(std::min(blank + 1, line.size())));
    return true;
}

/// A mark can follow text whose line has no end.
void ScriptProgram::take_line(std::string_view line, const Lines& output) {
    if (take_message(line)) return;
    const std::size_t mark = line.find(value_mark);
    if (mark == std::string_view::npos) {
        if (name_.empty()) return output(line);
        auto [value, is_first] = printed_.try_emplace(name_, line);
        if (!is_first) value->second.append("\n").append(line);
        return;
    }
    if (mark > 0) output(line.substr(0, mark));
    name_ = line.substr(mark + value_mark.size());
}

/// A variable that the script has not set is empty in the plan.
void ScriptProgram::read_values() {
    for (const auto& [name, text] : printed_) {
        if (language_ == ScriptLanguage::shell) {
            values_[name] = text;
            continue;
        }
        const auto parsed = parse_json(text);
        if (const auto* data = std::get_if<Data>(&parsed)) values_[name] = value_from(*data);
    }
    for (const std::string& name : assigned_)
        run_.set_variable(name, values_[name]);
}

} // namespace vow::otterscript
