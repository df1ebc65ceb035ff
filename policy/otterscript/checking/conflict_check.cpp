#include "policy/otterscript/checking/lint.h"
#include "policy/otterscript/checking/literal.h"
#include "policy/otterscript/statements/operation.h"
#include "policy/otterscript/syntax/tree_walk.h"
#include "policy/run/written_promise.h"
#include "protocol/text/text.h"

#include <algorithm>
#include <array>
#include <deque>

namespace vow::otterscript {
namespace {

constexpr DiagnosticKind conflict{
    "conflict",
    "two operations want different values of '{}' for '{}': '{}' and '{}'",
    Severity::warning};

/// The operations of the language that ensure an object; those of promises are known by their type.
constexpr std::array<ObjectType, 2> ensuring = {{
    {"Ensure-File", {}, {"Text", "FileMode", "Owner", "Group", "Exists"}},
    {"Ensure-Directory", {}, {"FileMode", "Owner", "Group", "Exists"}},
}};

const ObjectType* type_of(const Operation& operation) {
    if (operation.kind != OperationKind::ensure) return nullptr;
    if (operation.type != nullptr) return find_object_type(operation.type->name);
    const auto* const found = std::ranges::find(ensuring, operation.name, &ObjectType::name);
    return found == ensuring.end() ? nullptr : found;
}

/// An operation as a promise; the texts are owned beside it.
class WrittenOperation {
public:
    explicit WrittenOperation(const Action& action)
        : promise_{
              .type = action.operation->name,
              .type_span = action.span,
              .promiser = {},
              .is_promiser_known = false,
              .span = action.span} {
        const auto properties = action.operation->properties;
        if (action.positional) set_promiser(*action.positional);
        for (const Argument& argument : action.arguments) {
            const Expression* value = argument.input();
            if (value == nullptr) continue;
            const Property* property = find_property(properties, argument.name);
            if (property != nullptr && property == &properties.front()) set_promiser(*value);
            WrittenAttribute attribute{
                .name = property != nullptr ? property->name : std::string_view(argument.name),
                .span = argument.span,
                .value = {.span = value->span}};
            if (auto text = literal_text(*value)) {
                attribute.value.form = WrittenValue::Form::text;
                attribute.value.text = *std::move(text);
            }
            promise_.attributes.push_back(std::move(attribute));
        }
    }
    WrittenOperation(const WrittenOperation&) = delete;
    WrittenOperation& operator=(const WrittenOperation&) = delete;

    const WrittenPromise& promise() const { return promise_; }

private:
    void set_promiser(const Expression& expression) {
        const auto text = literal_text(expression);
        promise_.is_promiser_known = text.has_value();
        promiser_ = text.value_or("");
        promise_.promiser = promiser_;
    }

    std::string promiser_;
    WrittenPromise promise_;
};

class ConflictCheck {
public:
    explicit ConflictCheck(Diagnostics& diagnostics) : diagnostics_(diagnostics) {}

    void check(const Block& block) {
        std::deque<WrittenOperation>
            earlier; // since the last statement that could use their objects
        for (const Statement& statement : block.statements) {
            check_inside(statement);
            const auto* action = std::get_if<Action>(&statement.content);
            const Operation* operation = action != nullptr ? action->operation : nullptr;
            const ObjectType* type = operation != nullptr ? type_of(*operation) : nullptr;
            const bool is_quiet = std::holds_alternative<Set>(statement.content) ||
                                  std::holds_alternative<Log>(statement.content);
            if (is_quiet) continue;
            const bool continues =
                type != nullptr &&
                (earlier.empty() || earlier.back().promise().type == operation->name);
            if (!continues) earlier.clear();
            if (type == nullptr) continue;
            compare(*type, earlier, earlier.emplace_back(*action).promise());
        }
    }

private:
    void check_inside(const Statement& statement) {
        for_each_block(statement, [this](const Block& block) { check(block); });
        const auto* branch = std::get_if<If>(&statement.content);
        if (branch != nullptr && branch->otherwise != nullptr) check_inside(*branch->otherwise);
    }

    void compare(
        const ObjectType& type,
        const std::deque<WrittenOperation>& earlier,
        const WrittenPromise& promise
    ) {
        for (const WrittenOperation& before : earlier) {
            const auto clash = find_clash(type, before.promise(), promise);
            if (!clash) continue;
            const auto& [first, second] = *clash;
            diagnostics_
                .add(
                    conflict,
                    second->value.span,
                    {second->name, promise.promiser, first->value.text, second->value.text}
                )
                .notes = {{"the other operation", first->value.span}};
        }
    }

    Diagnostics& diagnostics_;
};

} // namespace

void check_conflicts(const Script& script, Diagnostics& diagnostics) {
    ConflictCheck check(diagnostics);
    check.check(script.body);
    for (const auto& module : script.body.modules)
        check.check(module->body);
}

} // namespace vow::otterscript
