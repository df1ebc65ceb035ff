#include "policy/otterscript/evaluation/evaluator.h"
#include "policy/otterscript/evaluation/function.h"
#include "policy/otterscript/statements/flow.h"
#include "policy/otterscript/statements/scope_report.h"
#include "policy/otterscript/statements/statements.h"
#include "protocol/text/text.h"

#include <algorithm>

namespace vow::otterscript {
namespace {

/// Null if no block around the call declares it, and no file of the raft has it.
const Module* find_module(const CallModule& call, Executor& executor, Span at) {
    if (call.raft.empty()) {
        const Symbol key = executor.execution().names.symbol(lower_case(call.name));
        const auto& blocks = executor.scope().module_blocks;
        for (std::size_t index = blocks.size(); index > 0; --index) {
            for (const auto& module : blocks[index - 1]->modules) {
                if (module->key == key) return module.get();
            }
        }
    }
    const std::string& raft = call.raft.empty() ? executor.scope().raft : call.raft;
    return executor.execution().interpreter.raft_module(raft, call.name, executor, at);
}

const Argument* find_argument(const CallModule& call, const std::string& name) {
    const auto found = std::ranges::find_if(call.arguments, [&](const Argument& argument) {
        return lower_case(argument.name) == lower_case(name);
    });
    return found == call.arguments.end() ? nullptr : &*found;
}

/// The values that the parameters begin with; the caller evaluates arguments, the module defaults.
std::vector<std::optional<Value>>
argument_values(const CallModule& call, const Module& module, Executor& executor) {
    std::vector<std::optional<Value>> values;
    for (const Parameter& parameter : module.parameters) {
        const Argument* argument = find_argument(call, parameter.name);
        const Expression* input = argument != nullptr ? argument->input() : nullptr;
        if (input != nullptr)
            values.emplace_back(evaluate_as(parameter.variable.sign, *input, executor));
        else
            values.emplace_back();
    }
    return values;
}

void declare(const Parameter& parameter, std::optional<Value> given, Executor& executor, Span at) {
    Value value = Value::empty(parameter.variable.sign);
    if (given)
        value = *std::move(given);
    else if (parameter.fallback)
        value = evaluate_as(parameter.variable.sign, *parameter.fallback, executor);
    else if (!parameter.is_output)
        executor.raise("missing argument \"" + parameter.name + "\"", at);
    assign(parameter.variable, Place::local, std::move(value), executor, at);
}

} // namespace

void run_call(const CallModule& call, Executor& executor, Span at) {
    const Module* module = find_module(call, executor, at);
    if (module == nullptr) executor.raise("no module is called '" + call.name + "'", at);
    if (executor.scope().calls >= max_calls)
        executor.raise("too deep: '" + call.name + "' calls itself", at);
    auto values = argument_values(call, *module, executor);
    std::vector<std::pair<const Argument*, Value>> outputs;
    {
        const Replaced<int> deeper(executor.scope().calls, executor.scope().calls + 1);
        const Replaced<int> no_loop(executor.scope().loops, 0);
        const auto place = reinterpret_cast<std::uintptr_t>(&call); // NOLINT: an identity
        const BlockScope scope(module->body, executor, place);
        const Replaced<std::string> raft(
            executor.scope().raft, call.raft.empty() ? executor.scope().raft : call.raft
        );
        for (std::size_t at_parameter = 0; at_parameter < values.size(); ++at_parameter)
            declare(
                module->parameters[at_parameter], std::move(values[at_parameter]), executor, at
            );
        run_in_scope(executor, "call", call.name, call.span, [&] {
            return run_items(module->body, executor);
        });
        for (const Parameter& parameter : module->parameters) {
            const Argument* argument = find_argument(call, parameter.name);
            if (!parameter.is_output || argument == nullptr || argument->output() == nullptr)
                continue;
            const Value* result =
                executor.scope().variables.find(parameter.variable.sign, parameter.variable.name);
            outputs.emplace_back(argument, *result);
        }
    }
    for (auto& [argument, value] : outputs)
        assign(*argument->output(), Place::nearest, std::move(value), executor, at);
}

} // namespace vow::otterscript
