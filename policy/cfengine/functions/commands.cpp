#include "policy/cfengine/functions/families.h"
#include "policy/cfengine/functions/module_lines.h"
#include "policy/cfengine/functions/text/command_line.h"
#include "protocol/text/text.h"

namespace vow::cfengine::families {

namespace {

/// The first word of a command line, without quotes.
std::string first_word(const std::string& line) {
    const bool quoted = line.starts_with('"') || line.starts_with('\'');
    const auto end = quoted ? line.find(line[0], 1) : line.find_first_of(" \t");
    return quoted ? line.substr(1, end == line.npos ? line.npos : end - 1) : line.substr(0, end);
}

/// Logs why a command cannot run. `reference` is the line of the reference agent.
void refuse(Call& call, const std::string& message, const std::string& reference) {
    if (call.around().manner().uses_words_of_reference)
        call.around().log_once(LogLevel::error, reference);
    else
        call.fail(message);
}

/// Whether the command can run: it begins with the absolute path of an executable file, or is for
/// the shell. Logs an error if it cannot.
bool is_runnable(Call& call, bool with_shell) {
    const std::string& line = call.text(0);
    const std::string program = first_word(line);
    const std::string name = std::string(call.function().name) + " ";
    if (!program.starts_with('/')) {
        const std::string message = "'" + line + "' does not have an absolute path";
        if (!with_shell) refuse(call, message, name + message);
        return with_shell;
    }
    Host& host = call.around().settled_world().host;
    const bool is_there = static_cast<bool>(host.status(program, Symlinks::follow));
    if (!is_there) {
        refuse(
            call,
            "the program '" + program + "' does not exist",
            "Proposed executable file '" + program + "' doesn't exist"
        );
    }
    if (!is_there && !call.around().manner().checks_missing_programs) return false;
    if (!is_there || !host.may(Access::execute, program)) {
        const std::string message = "'" + line + "' is assumed to be executable but isn't";
        refuse(call, message, name + message);
        return false;
    }
    if (const auto objection = host.objection_to(program)) {
        call.fail("could not run '" + line + "': it is not trusted: " + *objection);
        return false;
    }
    return true;
}

Command::Capture capture_from(const std::string& word) {
    if (word == "stdout") return Command::Capture::standard_output;
    if (word == "stderr") return Command::Capture::standard_error;
    return Command::Capture::both;
}

/// Returns nullopt if the command may not or cannot run; logs an error in the latter case.
std::optional<CommandResult> ran(Call& call, Command::Capture capture) {
    if (!call.may_run_programs()) return std::nullopt;
    const bool with_shell = call.text(1) != "noshell";
    if (!is_runnable(call, with_shell)) return std::nullopt;
    Command command = command_from(call.text(0), with_shell ? Shell::used : Shell::none);
    command.capture = capture;
    auto result = call.around().settled_world().host.run(command);
    if (!result) {
        call.fail("could not run '" + call.text(0) + "': " + result.why_not);
        return std::nullopt;
    }
    // Blanks at the end go as well as the line feeds, as they do in the reference.
    std::string& output = result.value->output;
    output.erase(output.find_last_not_of(" \t\r\n\v\f") + 1);
    return std::move(result.value);
}

Result execresult(Call& call) {
    auto result = ran(call, capture_from(call.text(2)));
    if (!result) return std::nullopt;
    return Value::string(std::move(result->output));
}

Result execresult_as_data(Call& call) {
    auto result = ran(call, capture_from(call.text(2)));
    if (!result) return std::nullopt;
    return Value::data(Data::object({
        {"exit_code", Data::integer(result->exit_code)},
        {"output", Data::string(result->output)},
    }));
}

/// The reference passes on the output of shells and, when it logs what it does, of all programs.
Result returnszero(Call& call) {
    if (!call.may_run_programs()) return std::nullopt;
    const bool with_shell = call.text(1) != "noshell";
    const bool is_shown =
        call.around().settled_world().options.test_output == TestOutput::passed_on &&
        (with_shell || call.around().wants(LogLevel::info));
    const auto result = ran(call, is_shown ? Command::Capture::none : Command::Capture::both);
    return result && result->exit_code == 0;
}

Result getenv(Call& call) {
    const auto limit = call.integer(1);
    if (!limit || *limit < 0) return std::nullopt;
    const auto value = call.around().settled_world().host.environment(call.text(0));
    return Value::string(value.value_or("").substr(0, static_cast<std::size_t>(*limit)));
}

void read_lines(Call& call, const std::string& source, std::string_view text) {
    ModuleLines lines(call.around(), source);
    for (const std::string_view line : lines_of(text))
        lines.read(line);
}

/// Modules are in WORKDIR/modules. Their output counts even if they fail.
Result usemodule(Call& call) {
    if (!call.may_run_programs()) return std::nullopt;
    World& world = call.around().settled_world();
    const Fact* const fact = world.facts.find("workdir");
    const auto* const folder = fact != nullptr ? std::get_if<std::string>(fact) : nullptr;
    if (folder == nullptr) return std::nullopt;
    const std::string path = *folder + "/modules/" + call.text(0);
    if (!world.host.status(path, Symlinks::follow))
        return call.fail("Plug-in module '" + path + "' not found");
    const auto result =
        world.host.run(command_from("\"" + path + "\" " + call.text(1), Shell::none));
    if (!result) return call.fail("could not run '" + path + "': " + result.why_not);
    read_lines(call, path, result->output);
    if (result->exit_code != 0)
        call.fail("module '" + path + "' returned " + std::to_string(result->exit_code));
    return result->exit_code == 0;
}

Result read_module_protocol(Call& call) {
    Host& host = call.around().settled_world().host;
    auto read = host.read_trusted_file(call.text(0), max_answer_bytes + 1);
    if (read.objection) return call.fail("cannot read '" + call.text(0) + "': " + read.why_not);
    if (!read) return false;
    const auto content = within(max_answer_bytes, std::move(read));
    if (!content) return call.fail_here("cannot read '" + call.text(0) + "': " + content.why_not);
    read_lines(call, call.text(0), *content);
    return true;
}

constexpr Parameters command_to_run = {
    {"command", ParameterKind::text, ".+"},
    {"shell", ParameterKind::option, "noshell,useshell,powershell"},
    {"output", ParameterKind::option, "both,stdout,stderr"}};

} // namespace

std::span<const Function> commands() {
    using enum ParameterKind;
    static constexpr Function table[] = {
        {.name = "execresult",
         .result = ResultType::string,
         .parameters = command_to_run,
         .required = 2,
         .cached = true,
         .runs_programs = true,
         .help = "The output of a command.",
         .example = R"(execresult("/bin/date +%Y", "noshell"))",
         .body = execresult},
        {.name = "execresult_as_data",
         .result = ResultType::data,
         .parameters = command_to_run,
         .required = 2,
         .cached = true,
         .runs_programs = true,
         .help = "The output and exit code of a command.",
         .example = R"(execresult_as_data("/bin/cat /etc/hostname", "noshell"))",
         .body = execresult_as_data},
        {.name = "getenv",
         .category = "system",
         .result = ResultType::string,
         .parameters = {{"name", text, name_range}, {"limit", integer, "0,99999999999"}},
         .required = 2,
         .help = "The value of an environment variable.",
         .example = R"(getenv("PATH", 4096))",
         .body = getenv},
        {.name = "read_module_protocol",
         .category = "io",
         .result = ResultType::condition,
         .parameters = {{"path", path}},
         .required = 1,
         .help = "Reads classes and variables from a file in the form that modules print.",
         .example = R"(read_module_protocol("/var/cache/facts.txt"))",
         .body = read_module_protocol},
        {.name = "returnszero",
         .result = ResultType::condition,
         .parameters = {{"command", text, ".+"}, {"shell", option, "noshell,useshell,powershell"}},
         .required = 2,
         .cached = true,
         .runs_programs = true,
         .help = "Whether the command ends with exit code 0.",
         .example = R"(returnszero("/usr/bin/test -d /srv", "noshell"))",
         .body = returnszero},
        {.name = "usemodule",
         .result = ResultType::condition,
         .parameters = {{"module", text}, {"arguments", text}},
         .required = 2,
         .runs_programs = true,
         .help = "Runs a module of classes and variables from the modules folder.",
         .example = R"(usemodule("facts", "--all"))",
         .body = usemodule},
    };
    return table;
}

} // namespace vow::cfengine::families
