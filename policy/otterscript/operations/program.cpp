#include "policy/otterscript/operations/program.h"

#include "policy/otterscript/evaluation/function.h"
#include "protocol/text/text.h"

#include <algorithm>
#include <array>

namespace vow::otterscript {
namespace {

// The levels at which the module logs the two outputs, and nothing else.
constexpr LogLevel output_level = LogLevel::info;
constexpr LogLevel errors_level = LogLevel::notice;

struct NamedLevel {
    std::string_view word;
    std::string_view number;
    LogLevel level;
};
constexpr std::array levels = {
    NamedLevel{"debug", "0", LogLevel::debug},
    NamedLevel{"information", "10", LogLevel::info},
    NamedLevel{"warning", "20", LogLevel::warning},
    NamedLevel{"error", "30", LogLevel::error}};

Attributes attributes_of(const Program& program, const std::string& user) {
    Attributes attributes;
    attributes.set("arglist", program.arguments);
    if (!program.environment.empty()) attributes.set("environment", program.environment);
    if (!program.input.empty()) attributes.set("stdin", program.input);
    std::vector<Data::Member> contain = {
        {"chdir", Data::string(program.folder)}, {"umask", Data::string("022")}};
    if (!user.empty()) contain.emplace_back("exec_owner", Data::string(user));
    attributes.set("contain", Data::object(std::move(contain)));
    attributes.set("output_level", std::string(text_of(output_level)));
    attributes.set("error_level", std::string(text_of(errors_level)));
    attributes.set("inform", "false");
    return attributes;
}

} // namespace

std::optional<std::int64_t> run_program(OperationRun& run, const Program& program) {
    const PromiseType* type = run.world().catalogue.find("commands");
    if (type == nullptr) run.fail("promise type 'commands' is missing");
    const auto filter = [&](LogLevel level, std::string_view text
                        ) -> std::optional<std::pair<LogLevel, std::string>> {
        if (run.is_dry() || (level != output_level && level != errors_level))
            return std::pair(level, std::string(text));
        const auto& receive = level == output_level ? program.output : program.errors;
        if (receive) receive(text);
        return std::nullopt;
    };
    const Outcome outcome = run.keep(
        *type,
        "\"" + program.path + "\"",
        attributes_of(program, run.executor().context().user),
        filter
    );
    if (run.is_dry() || outcome.result() > Verdict::repaired) return std::nullopt;
    for (const auto& [name, value] : outcome.variables) {
        if (name == "exit_status") return integer_value(value.text());
    }
    return std::nullopt;
}

std::vector<std::string> command_words(std::string_view line) {
    std::vector<std::string> words;
    char quote = '\0';
    bool is_in_word = false;
    for (const char c : line) {
        const bool is_blank = c == ' ' || c == '\t' || c == '\n' || c == '\r';
        if (quote != '\0') {
            if (c == quote)
                quote = '\0';
            else
                words.back() += c;
        } else if (is_blank) {
            is_in_word = false;
        } else {
            if (!is_in_word) words.emplace_back();
            is_in_word = true;
            if (c == '"' || c == '\'')
                quote = c;
            else
                words.back() += c;
        }
    }
    return words;
}

std::string program_path(OperationRun& run, const std::string& name) {
    if (name.find('/') != std::string::npos) return run.executor().context().absolute(name);
    if (auto path = program_on_path(run.host(), name)) return *std::move(path);
    run.fail("the program '" + name + "' was not found on PATH");
}

std::function<void(std::string_view)>
log_lines(OperationRun& run, std::string_view property, LogLevel usual) {
    LogLevel level = usual;
    if (run.has(property)) {
        const std::string written = lower_case(run.text(property));
        const auto found = std::ranges::find_if(levels, [&](const NamedLevel& each) {
            return each.word == written || each.number == written;
        });
        if (found == levels.end()) run.raise(conversion_error(run.text(property), "log level"));
        level = found->level;
    }
    return [&run, level](std::string_view line) { run.log(level, line); };
}

bool is_success(OperationRun& run, std::int64_t status, std::string_view condition) {
    condition = trimmed(condition);
    const std::size_t digits = std::min(condition.find_first_of("-0123456789"), condition.size());
    const auto number = integer_value(condition.substr(digits));
    const std::string_view order = trimmed(condition.substr(0, digits));
    if (!number) run.raise(conversion_error(condition, "exit status"));
    if (order.empty() || order == "=" || order == "==") return status == *number;
    if (order == "!=") return status != *number;
    if (order == ">") return status > *number;
    if (order == ">=") return status >= *number;
    if (order == "<") return status < *number;
    if (order == "<=") return status <= *number;
    run.raise(conversion_error(condition, "exit status"));
}

} // namespace vow::otterscript
