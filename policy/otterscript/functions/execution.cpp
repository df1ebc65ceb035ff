#include "policy/otterscript/evaluation/evaluator.h"
#include "policy/otterscript/functions/date_format.h"
#include "policy/otterscript/functions/table.h"
#include "protocol/text/text.h"

#include <array>

namespace vow::otterscript {
namespace {

using ExecutionCall = FunctionCall;

/// The signs that the name of a type stands for.
std::vector<Sign> signs_of(ExecutionCall& call, std::size_t argument, std::string_view fallback) {
    const std::string type = lower_case(call.text_or(argument, fallback));
    if (type == "any") return {Sign::scalar, Sign::vector, Sign::map};
    for (const Sign sign : {Sign::scalar, Sign::vector, Sign::map}) {
        if (noun_of(sign) == type) return {sign};
    }
    call.fail("'" + type + "' is not any, scalar, vector or map");
}

/// A name may be written with its sign.
Symbol symbol_of(ExecutionCall& call) {
    std::string name = lower_case(call.text(0));
    if (name.starts_with('$') || name.starts_with('@') || name.starts_with('%')) name.erase(0, 1);
    return call.executor().execution().names.symbol(name);
}

Value is_variable_defined(ExecutionCall& call) {
    const Symbol name = symbol_of(call);
    for (const Sign sign : signs_of(call, 1, "any")) {
        if (find_variable(sign, name, call.executor(), call.at())) return Value::boolean(true);
    }
    return Value::boolean(false);
}

Value get_variable_value(ExecutionCall& call) {
    const Symbol name = symbol_of(call);
    for (const Sign sign : signs_of(call, 1, noun_of(call.sign()))) {
        if (const auto found = find_variable(sign, name, call.executor(), call.at())) return *found;
    }
    return Value::empty(call.sign());
}

Value eval(ExecutionCall& call) {
    Executor& executor = call.executor();
    const Replaced<int> deeper(executor.scope().calls, executor.scope().calls + 1);
    if (executor.scope().calls > max_calls) call.fail("too deep");
    return evaluate(
        executor.execution().interpreter.text(call.text(0), executor, call.at()), executor
    );
}

Value date(ExecutionCall& call, Zone zone) {
    const auto now = call.executor().execution().world.host.now();
    return formatted_date(now, call.text_or(0, "yyyy-MM-ddTHH:mm:ss"), zone);
}

Value sh_eval(ExecutionCall& call) {
    Executor& executor = call.executor();
    const auto result = executor.host().run(shell_command(
        std::string(shell_frame),
        {.arguments = {},
         .folder = executor.context().directory,
         .input = with_plain_line_ends(call.text(0))}
    ));
    if (!result) call.fail("cannot run the script: " + result.why_not);
    return result->output;
}

constexpr std::array execution_table = {
    Function{
        "ExecutionState",
        Returns::scalar,
        0,
        "",
        [](ExecutionCall& call) -> Value {
            return std::string(status_name(call.executor().status()));
        },
        "normal, warning or error.",
        "$ExecutionState"},
    Function{
        "ExecutionId",
        Returns::scalar,
        0,
        "",
        [](ExecutionCall& call) -> Value { return call.executor().execution().id; },
        "A number for this run.",
        "$ExecutionId"},
    Function{
        "IsSimulation",
        Returns::scalar,
        0,
        "",
        [](ExecutionCall& call) {
            return Value::boolean(call.executor().execution().is_simulation());
        },
        "Whether nothing is changed.",
        "$IsSimulation"},
    Function{
        "IsVariableDefined",
        Returns::scalar,
        1,
        "name, [any|scalar|vector|map]",
        &is_variable_defined,
        "Whether a variable has a value.",
        "$IsVariableDefined(port)"},
    Function{
        "GetVariableValue",
        Returns::any,
        1,
        "name, [type]",
        &get_variable_value,
        "The value of the variable of that name; empty if there is none.",
        "$GetVariableValue(port)"},
    Function{
        "Eval", Returns::any, 1, "text", &eval, "The text, expanded once more.", "$Eval(text)"},
    Function{
        "Date",
        Returns::scalar,
        0,
        "[format]",
        [](ExecutionCall& call) { return date(call, Zone::local); },
        "The local time, in a .NET format.",
        "$Date(yyyy-MM-dd)"},
    Function{
        "DateUtc",
        Returns::scalar,
        0,
        "[format]",
        [](ExecutionCall& call) { return date(call, Zone::utc); },
        "The time in UTC.",
        "$DateUtc(yyyy-MM-dd)"},
    Function{
        "SHEval",
        Returns::scalar,
        1,
        "script",
        &sh_eval,
        "The output of a shell script.",
        R"($SHEval("uname -r"))"},
};

} // namespace

std::span<const Function> execution_functions() {
    return execution_table;
}

} // namespace vow::otterscript
