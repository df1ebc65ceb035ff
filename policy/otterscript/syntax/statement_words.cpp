// The words that begin statements: how ScriptParser reads them, and the help about them.

#include "policy/otterscript/syntax/script_parser.h"

#include <algorithm>

namespace vow::otterscript {

constexpr std::array<ScriptParser::Keyword, 16> ScriptParser::keywords = {{
    {"set", &ScriptParser::read_set, "gives a variable a value", "set $port = 80;"},
    {"await",
     &ScriptParser::read_await,
     "waits for blocks that run beside the plan",
     "with async = copy\n{\n    Log-Information beside;\n}\nawait copy;"},
    {"force",
     &ScriptParser::read_force,
     "sets the status of the run, even to a better one",
     "force normal;"},
    {"throw",
     &ScriptParser::read_throw,
     "logs an error and raises it",
     "try\n{\n    throw nothing to do;\n}\ncatch\n{\n    Log-Information caught;\n}"},
    {"raise-error",
     &ScriptParser::read_throw,
     "the old spelling of throw",
     "try\n{\n    raise-error nothing to do;\n}\ncatch\n{\n    Log-Information caught;\n}"},
    {"call",
     &ScriptParser::read_call,
     "runs a module",
     "module Greet<$name>\n{\n    Log-Information Hello $name;\n}\ncall Greet(name: Ada);"},
    {"for",
     &ScriptParser::read_for,
     "runs a block in a context: a server, a role or a directory",
     "for directory /srv\n{\n    Log-Information $CurrentDirectory;\n}"},
    {"foreach",
     &ScriptParser::read_foreach,
     "runs a block for each item of a vector",
     "foreach $name in @(ada, alan)\n{\n    Log-Information $name;\n}"},
    {"with",
     &ScriptParser::read_with,
     "runs a block with retries, a time limit, a lock, or beside the plan",
     "with retry = 3, timeout = 60\n{\n    Exec /bin/true;\n}"},
    {"if",
     &ScriptParser::read_if,
     "runs a block if a condition holds",
     "if $FileExists(/etc/motd)\n{\n    Log-Information present;\n}\nelse\n{\n    Log-Information "
     "absent;\n}"},
    {"try",
     &ScriptParser::read_try,
     "runs a block, and another one if it raises an error",
     "try\n{\n    Exec /bin/false;\n}\ncatch\n{\n    Log-Warning failed;\n}"},
    {"global",
     &ScriptParser::read_late_global,
     "declares a variable of the whole plan, before every statement",
     "global $port = 80;"},
    {"set-variable-value",
     &ScriptParser::read_set,
     "the old spelling of set",
     "set-variable-value $port = 80;"},
    {"retry",
     &ScriptParser::read_retry,
     "the number of attempts, in a with statement",
     "with retry = 3\n{\n    Exec /bin/true;\n}"},
    {"catch",
     nullptr,
     "the block of a try statement that runs after an error",
     "try\n{\n    Exec /bin/false;\n}\ncatch\n{\n    Log-Warning failed;\n}"},
    {"else",
     nullptr,
     "the block of an if statement that runs if its condition does not hold",
     "if $IsSimulation\n{\n    Log-Information dry;\n}\nelse\n{\n    Log-Information real;\n}"},
}};
constexpr std::array<ScriptParser::SimpleKeyword, 6> ScriptParser::simple_keywords = {{
    {"break", Simple::break_, "leaves the nearest loop", "foreach $n in @(1, 2)\n{\n    break;\n}"},
    {"continue",
     Simple::continue_,
     "goes on with the next item of the nearest loop",
     "foreach $n in @(1, 2)\n{\n    continue;\n}"},
    {"return", Simple::return_, "ends the module, or the plan", "return;"},
    {"error", Simple::error, "sets the status of the run to error, and goes on", "error;"},
    {"fail", Simple::fail, "ends the plan with an error, which no try statement catches", "fail;"},
    {"warn", Simple::warn, "sets the status of the run to warning, unless it is error", "warn;"},
}};
constexpr std::array<ScriptParser::LogWord, 4> ScriptParser::log_words = {{
    {"log-debug", LogKind::debug, "logs a line of level debug", "Log-Debug Hello;"},
    {"log-information",
     LogKind::information,
     "logs a line of level information",
     "Log-Information Hello;"},
    {"log-warning", LogKind::warning, "logs a line of level warning", "Log-Warning Hello;"},
    {"log-error", LogKind::error, "logs a line of level error", "Log-Error Hello;"},
}};

std::vector<StatementWord> ScriptParser::words() {
    std::vector<StatementWord> words;
    words.reserve(keywords.size() + simple_keywords.size() + log_words.size());
    const auto add = [&](const auto& table) {
        for (const auto& row : table)
            words.push_back({row.word, row.help, row.example});
    };
    add(keywords);
    add(simple_keywords);
    add(log_words);
    std::ranges::sort(words, {}, &StatementWord::word);
    return words;
}

std::vector<StatementWord> statement_words() {
    return ScriptParser::words();
}

} // namespace vow::otterscript
