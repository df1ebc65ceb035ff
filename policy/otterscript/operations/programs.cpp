#include "policy/otterscript/operations/program.h"
#include "policy/otterscript/operations/table.h"
#include "protocol/text/regex.h"

#include <algorithm>
#include <array>

namespace vow::otterscript {
namespace {

using Use = Property::Use;

constexpr std::array exec_properties = {
    Property{"Command"},
    Property{"FileName"},
    Property{"Arguments"},
    Property{"WorkingDirectory"},
    Property{"OutputLogLevel"},
    Property{"ErrorOutputLogLevel"},
    Property{"SuccessExitCode"},
    Property{"ImportVariables"},
    Property{"WarnRegex"},
    Property{"DebugRegex"},
    Property{"OutputFilterRegex"},
    Property{"ReportProgressRegex", Use::unused},
    Property{"LogArguments"}};

std::vector<std::string> imported_variables(OperationRun& run) {
    std::vector<std::string> environment;
    if (!run.boolean("ImportVariables", false)) return environment;
    for (const auto& [name, value] : run.executor().scope().variables.scalars())
        environment.push_back(
            std::string(run.executor().execution().names.text(name)) + "=" + value->text()
        );
    std::ranges::sort(environment);
    return environment;
}

/// A pattern of a property.
struct LinePattern {
    OperationRun& run;
    std::optional<Regex> regex;

    LinePattern(OperationRun& owner, std::string_view property) : run(owner) {
        if (!run.has(property)) return;
        auto compiled = Regex::compile(run.text(property));
        if (const auto* error = std::get_if<RegexError>(&compiled))
            run.fail("'" + run.text(property) + "' is not a regular expression: " + error->message);
        regex = std::get<Regex>(std::move(compiled));
    }
    /// The text of the group `m`, or the whole line; nullopt if it does not match.
    std::optional<std::string> matched(std::string_view line) const {
        if (!regex) return std::nullopt;
        const auto match = found_in(line);
        if (!match) return std::nullopt;
        for (const auto& [name, number] : regex->names()) {
            if (name == "m" && number < match->groups().size() && match->groups()[number])
                return std::string(*match->groups()[number]);
        }
        return std::string(line);
    }
    /// A search that reaches a limit fails the operation, but lets its program end.
    std::optional<Match> found_in(std::string_view line) const {
        try {
            return regex->search(line);
        } catch (const RegexLimitError& limit) {
            run.log(LogLevel::error, limit.what());
            return std::nullopt;
        }
    }
};

void exec(OperationRun& run) {
    std::vector<std::string> words = command_words(run.text("Command"));
    if (run.has("FileName")) words.insert(words.begin(), run.text("FileName"));
    const std::vector<std::string> further = command_words(run.text("Arguments"));
    words.insert(words.end(), further.begin(), further.end());
    if (words.empty()) run.fail("no program is named");
    const LinePattern wanted(run, "OutputFilterRegex");
    const LinePattern warning(run, "WarnRegex");
    const LinePattern debug(run, "DebugRegex");
    const auto log = log_lines(run, "OutputLogLevel", LogLevel::info);
    Program program{
        .path = program_path(run, words.front()), .arguments = {words.begin() + 1, words.end()}};
    program.environment = imported_variables(run);
    program.folder = run.path("WorkingDirectory");
    program.errors = log_lines(run, "ErrorOutputLogLevel", LogLevel::error);
    program.output = [&](std::string_view line) {
        if (wanted.regex && !wanted.matched(line)) return;
        if (const auto text = warning.matched(line)) return run.log(LogLevel::warning, *text);
        if (const auto text = debug.matched(line)) return run.log(LogLevel::debug, *text);
        log(line);
    };
    const auto status = run_program(run, program);
    if (status && !is_success(run, *status, run.text("SuccessExitCode", "0")))
        run.fail("'" + program.path + "' ended with the exit status " + std::to_string(*status));
}

} // namespace

std::vector<Operation> program_operations() {
    const auto execute = OperationKind::execute;
    return {
        {"Exec",
         "InedoCore",
         execute,
         exec_properties,
         &exec,
         "Runs a program.",
         "Exec /bin/echo (Arguments: hello);"},
        {"Execute-Process",
         "InedoCore",
         execute,
         exec_properties,
         &exec,
         "The same as Exec.",
         "Execute-Process /bin/echo (Arguments: hello);"},
    };
}

} // namespace vow::otterscript
