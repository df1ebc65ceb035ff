#include "policy/otterscript/checking/checker.h"

#include "policy/otterscript/checking/lint.h"
#include "policy/otterscript/checking/literal.h"
#include "protocol/description/fault.h"
#include "protocol/text/text.h"

#include <algorithm>
#include <map>
#include <set>
#include <vector>

namespace vow::otterscript {
namespace {

constexpr DiagnosticKind unknown_operation{"unknown-operation", "unknown operation '{}'"};
constexpr DiagnosticKind ambiguous_operation{"ambiguous-operation", "'{}' may be any of: {}"};
constexpr DiagnosticKind unknown_argument{"unknown-argument", "'{}' has no argument '{}'"};
constexpr DiagnosticKind duplicate_argument{"duplicate-argument", "'{}' is given twice"};
constexpr DiagnosticKind unfit_argument{"unfit-argument", "the argument '{}' of '{}' {}"};
constexpr DiagnosticKind unsupported_operation{
    "unsupported-operation", "'{}' is not available: {}", Severity::warning};
constexpr DiagnosticKind unknown_module{
    "undefined-bundle",
    "no module '{}' is declared, and no file of the raft has it",
    Severity::warning};

/// Whether nothing after the statement in its block runs. `break` and
/// `continue` do not count, as the block goes on if it is outside of a loop.
bool ends_block(const Statement& statement) {
    if (std::holds_alternative<Throw>(statement.content)) return true;
    const auto* simple = std::get_if<Simple>(&statement.content);
    return simple != nullptr && (*simple == Simple::return_ || *simple == Simple::fail);
}

/// Old spellings of control flow that look like operations, and the current ones.
std::string_view modern_form(std::string_view name) {
    if (name == "retry") return "use: with retry=3 { .. }";
    if (name == "raise") return "use: throw";
    return {};
}

class ScriptCheck {
public:
    ScriptCheck(
        OperationCatalogue& operations,
        const HasModule& has_module,
        Lint lint,
        Diagnostics& diagnostics
    )
        : operations_(operations),
          has_module_(has_module),
          lint_(lint),
          diagnostics_(diagnostics),
          expressions_(diagnostics) {}

    void check(Script& script) {
        for (GlobalVariable& global : script.globals) {
            if (global.value) expressions_.check(*global.value);
        }
        collect_modules(script.body);
        check(script.body);
    }

    void operator()(Action& action);
    void operator()(Block& block) { check(block); }
    void operator()(Set& set) {
        for (Expression& index : set.indexes)
            expressions_.check(index);
        expressions_.check(set.value);
    }
    void operator()(Log& log) { expressions_.check(log.message); }
    void operator()(Simple&) {}
    void operator()(Throw& thrown) {
        if (thrown.message) expressions_.check(*thrown.message);
    }
    void operator()(Await&) {}
    void operator()(CallModule& call);
    void operator()(For& loop) {
        expressions_.check(loop.name);
        check(loop.body);
    }
    void operator()(Foreach& loop) {
        expressions_.check(loop.source);
        check(loop.body);
    }
    void operator()(With& with) {
        if (with.credentials) expressions_.check(*with.credentials);
        check(with.body);
    }
    void operator()(If& branch) {
        expressions_.check(branch.condition);
        check(branch.then);
        if (branch.otherwise != nullptr) check(*branch.otherwise);
    }
    void operator()(Try& attempt) {
        check(attempt.body);
        check(attempt.handler);
    }

private:
    void check(Statement& statement) { std::visit(*this, statement.content); }
    void check(Block& block) {
        for (const auto& module : block.modules) {
            for (Parameter& parameter : module->parameters) {
                if (parameter.fallback) expressions_.check(*parameter.fallback);
            }
            modules_.emplace(lower_case(module->name), module->name);
            check(module->body);
        }
        for (std::size_t at = 0; at < block.statements.size(); ++at) {
            Statement& statement = block.statements[at];
            if (lint_ == Lint::yes && at > 0 && ends_block(block.statements[at - 1]))
                diagnostics_.add(
                    never_runs, statement.span, {"the statement before it ends the block"}
                );
            check(statement);
        }
    }
    void collect_modules(const Block& block) {
        for (const auto& module : block.modules)
            modules_.emplace(lower_case(module->name), module->name);
    }
    void check_arguments(std::vector<Argument>& arguments);
    static const Operation* namesake_of(const Action& action, const Operation* found);
    void check_properties(const Action& action);
    void check_text(const Operation& operation, const Property& property, const Expression& value);

    OperationCatalogue& operations_;
    const HasModule& has_module_;
    Lint lint_;
    Diagnostics& diagnostics_;
    ExpressionCheck expressions_;
    /// Declared so far, or at the top: the spellings by name in lower case.
    std::map<std::string, std::string> modules_;
    LimitedHints hints_ = {};
};

void ScriptCheck::check_arguments(std::vector<Argument>& arguments) {
    std::set<std::string> names;
    for (Argument& argument : arguments) {
        if (auto* input = std::get_if<Expression>(&argument.value)) expressions_.check(*input);
        const bool is_new =
            names.insert(lower_case(argument.name) + (argument.output() != nullptr ? ">" : ""))
                .second;
        if (!is_new) diagnostics_.add(duplicate_argument, argument.span, {argument.name});
    }
}

void ScriptCheck::operator()(CallModule& call) {
    check_arguments(call.arguments);
    const bool is_declared = call.raft.empty() && modules_.contains(lower_case(call.name));
    if (is_declared || has_module_(call.raft, call.name)) return;
    const std::string hint = hints_.did_you_mean(call.name, [&] {
        std::vector<std::string_view> names; // of the plan's own modules
        if (call.raft.empty()) {
            for (const auto& [name, spelling] : modules_)
                names.push_back(spelling);
        }
        return names;
    });
    diagnostics_.add(unknown_module, call.span, {call.name}, hint);
}

void ScriptCheck::operator()(Action& action) {
    if (action.positional) expressions_.check(*action.positional);
    check_arguments(action.arguments);
    auto found = operations_.find(action.space, action.name);
    if (const Operation* other = namesake_of(action, found.operation)) found.operation = other;
    action.operation = found.operation;
    if (!found.candidates.empty() && found.operation == nullptr) {
        diagnostics_.add(
            ambiguous_operation, action.span, {action.name, joined(found.candidates, ", ")}
        );
    } else if (found.operation == nullptr) {
        const std::string_view modern = modern_form(lower_case(action.name));
        const std::string hint =
            modern.empty() ? did_you_mean(action.name, operations_.names()) : std::string(modern);
        diagnostics_.add(unknown_operation, action.span, {action.span.text()}, hint);
    } else if (!found.operation->unavailable.empty()) {
        diagnostics_.add(
            unsupported_operation, action.span, {action.span.text(), found.operation->unavailable}
        );
    } else {
        check_properties(action);
    }
}

/// Without a space, and with an argument that the operation lacks, another one may be meant.
const Operation* ScriptCheck::namesake_of(const Action& action, const Operation* found) {
    if (found == nullptr || !found->unavailable.empty() || !action.space.empty()) return nullptr;
    std::vector<std::string_view> names;
    for (const Argument& argument : action.arguments)
        names.push_back(argument.name);
    const bool is_known = std::ranges::all_of(names, [&](std::string_view name) {
        return find_property(found->properties, name) != nullptr;
    });
    return is_known ? nullptr : OperationCatalogue::find_namesake(action.name, names);
}

void ScriptCheck::check_properties(const Action& action) {
    const Operation& operation = *action.operation;
    const auto property_of = [&](const Argument& argument) {
        const Property* property = find_property(operation.properties, argument.name);
        const bool fits = property != nullptr && (property->use == Property::Use::output) ==
                                                     (argument.output() != nullptr);
        return fits ? property : nullptr;
    };
    std::vector<std::string_view> names;
    for (const Property& property : operation.properties)
        names.push_back(property.name);
    for (const Argument& argument : action.arguments) {
        const bool is_output_of_promise = operation.type != nullptr && argument.output() != nullptr;
        const Property* property = property_of(argument);
        if (property != nullptr && argument.input() != nullptr)
            check_text(operation, *property, *argument.input());
        if (property != nullptr && property->use == Property::Use::unused)
            diagnostics_.add(
                without_effect,
                argument.span,
                {"the argument '" + argument.name + "' of '" + operation.name + "' has no effect"}
            );
        if (property != nullptr || operation.takes_others || is_output_of_promise) continue;
        diagnostics_.add(
            unknown_argument,
            argument.span,
            {operation.name, argument.name},
            did_you_mean(argument.name, names)
        );
    }
    if (action.positional && !operation.properties.empty())
        check_text(operation, operation.properties.front(), *action.positional);
    for (const Property& property : operation.properties) {
        if (property.use != Property::Use::required) continue;
        const bool is_positional =
            &property == &operation.properties.front() && action.positional.has_value();
        const bool is_named = std::ranges::any_of(action.arguments, [&](const Argument& argument) {
            return find_property(operation.properties, argument.name) == &property;
        });
        if (!is_positional && !is_named)
            diagnostics_.add(missing_argument, action.span, {operation.name, property.name});
    }
}

/// A text that is known only when the plan runs is checked then.
void ScriptCheck::check_text(
    const Operation& operation, const Property& property, const Expression& value
) {
    if (property.pattern.empty()) return;
    if (const auto* vector = std::get_if<VectorExpression>(&value.content)) {
        for (const Expression& item : vector->items)
            check_text(operation, property, item);
    }
    const auto text = literal_text(value);
    if (!text) return;
    const auto fault = fault_of(
        {.name = std::string(property.name), .pattern = std::string(property.pattern)}, *text
    );
    if (fault)
        diagnostics_.add(unfit_argument, value.span, {property.name, operation.name, fault->text});
}

} // namespace

void check_script(
    Script& script,
    OperationCatalogue& operations,
    const HasModule& has_module,
    Lint lint,
    Diagnostics& diagnostics
) {
    ScriptCheck(operations, has_module, lint, diagnostics).check(script);
}

void check_expression(Expression& expression, Diagnostics& diagnostics) {
    ExpressionCheck(diagnostics).check(expression);
}

} // namespace vow::otterscript
