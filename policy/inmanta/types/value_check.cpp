#include "policy/inmanta/types/value_check.h"

#include "policy/inmanta/operations/operations.h"

namespace vow::inmanta {
namespace {

using Kind = Type::Kind;

bool has_primitive_type(const Value& value, Kind kind) {
    switch (kind) {
    case Kind::any: return true;
    case Kind::string: return value.string() != nullptr;
    case Kind::integer: return value.integer() != nullptr;
    case Kind::real: return value.real() != nullptr;
    case Kind::number: return value.is_number();
    case Kind::boolean: return value.truth() != nullptr;
    case Kind::dict: return value.dict() != nullptr;
    case Kind::list: return value.list() != nullptr;
    case Kind::constrained:
    case Kind::entity: break;
    }
    return false;
}

std::string_view without_question_mark(std::string_view type) {
    return type.substr(0, type.size() - (type.ends_with('?') ? 1 : 0));
}

/// A deferred value has the type that its reference declares.
void check_deferred(const Deferred& deferred, const AttributeType& type) {
    const std::string name = text_of(AttributeType{.type = type.type, .is_list = type.is_list});
    if (type.references == AttributeType::References::refused)
        throw ModelError(Mistake{
            .kind = &unexpected_reference_error,
            .words = "References are not allowed for values of type `" + name +
                     "`. To work with references, explicitly declare support with a `... | "
                     "Reference[...]` annotation."});
    const std::string_view found = without_question_mark(deferred.type);
    const bool is_number = type.type->kind == Kind::number && (found == "int" || found == "float");
    if (type.type->kind == Kind::any || found == "any" || found == name || is_number) return;
    throw ModelError(Mistake{
        .kind = &typing_error,
        .words = "Invalid value: " + deferred.text + " is not a subtype of Reference[" + name + "]"}
    );
}

std::string constraint_text(const Expression& constraint) {
    const std::string text = text_of(constraint);
    return constraint.as<Call>() != nullptr ? "(" + text + " == true)" : text;
}

/// Evaluates an expression at once, without the variables of a model.
class DirectEvaluation {
public:
    DirectEvaluation(const ValueCheck& check, const Namespace& home, const Value& self)
        : check_(check),
          home_(home),
          self_(self) {}

    Value operator()(const Expression& expression) {
        try {
            return std::visit(
                [this](const auto& node) { return this->value_of(node); }, expression.node
            );
        } catch (ModelError& error) {
            const bool is_lazy = expression.as<Operation>() != nullptr;
            if (is_lazy) error.mistakes.front().report_in(text_of(expression), expression.place);
            throw;
        }
    }

private:
    static Value value_of(const Literal& literal) { return literal.value; }
    Value value_of(const Reference& reference) const {
        if (reference.name.text == "self") return self_;
        throw ModelError(Mistake{
            .kind = &not_found_error,
            .words = "Unable to resolve `" + reference.name.text +
                     "`: a type constraint can not reference variables.",
            .place = reference.name.place,
            .statement = reference.name.text});
    }
    Value value_of(const Call& call) {
        std::vector<Value> positional;
        for (const ExpressionPtr& argument : call.arguments)
            positional.push_back((*this)(*argument));
        if (is_cast(call.name.text) && positional.size() == 1)
            return cast(call.name.text, positional.front());
        std::vector<std::pair<std::string, Value>> named;
        for (const NamedArgument& argument : call.named)
            named.emplace_back(argument.name.text, (*this)(*argument.value));
        return check_.call(call, home_, positional, named);
    }
    Value value_of(const ListDisplay& list) {
        Value::List items;
        for (const ExpressionPtr& item : list.items)
            items.push_back((*this)(*item));
        return items;
    }
    Value value_of(const DictDisplay& dict) {
        Dict members;
        for (const auto& [key, value] : dict.members)
            members.set(key, (*this)(*value));
        return members;
    }
    Value value_of(const DictLookup& lookup) {
        return looked_up((*this)(*lookup.dict), (*this)(*lookup.key));
    }
    Value value_of(const Operation& operation) {
        Value left = (*this)(*operation.left);
        if (operation.operation == Operator::not_) return negated(left);
        const bool is_or = operation.operation == Operator::or_;
        if (!is_or && operation.operation != Operator::and_)
            return result_of(operation.operation, left, (*this)(*operation.right));
        if (left.is_unknown()) return left;
        const std::string word = is_or ? "`or`" : "`and`";
        const bool first =
            truth_of(left, "Invalid left hand value `{}`: " + word + " expects a boolean");
        if (first == is_or) return first;
        Value right = (*this)(*operation.right);
        if (right.is_unknown()) return right;
        return truth_of(right, "Invalid right hand value `{}`: " + word + " expects a boolean");
    }
    Value value_of(const Conditional& conditional) {
        Value condition = (*this)(*conditional.condition);
        if (condition.is_unknown()) return condition;
        const bool holds = truth_of(
            condition,
            "Invalid value `{}`: the condition for a conditional expression must be a boolean "
            "expression"
        );
        return (*this)(holds ? *conditional.if_true : *conditional.if_false);
    }
    Value value_of(const PatternMatch& match) const {
        return self_.string() != nullptr && check_.pattern(match).matches(*self_.string());
    }
    template <class Node>
    Value value_of(const Node&) const {
        throw ModelError(Mistake{
            .kind = &runtime_error,
            .words = "a type constraint can only use self, literals and plugins"});
    }

    const ValueCheck& check_;
    const Namespace& home_;
    const Value& self_;
};

} // namespace

ModelError wrong_type(const Value& value, std::string_view expected) {
    return ModelError(Mistake{
        .kind = &runtime_error,
        .words = "Invalid value '" + text_of(value, Style::message) + "', expected " +
                 std::string(expected)});
}

std::string qualified_plugin(const Namespace& from, const std::string& name) {
    const auto [space_name, last] = split(name);
    if (space_name.empty()) return from.name + "::" + last;
    const Namespace* space = find_import(from, space_name);
    return (space != nullptr ? space->name : space_name) + "::" + last;
}

const Plugin* find_plugin(const Plugins& plugins, const Namespace& from, const std::string& name) {
    const Plugin* found = plugins.find(qualified_plugin(from, name));
    if (!split(name).space.empty()) return found;
    std::string around = split(from.name).space;
    while (found == nullptr && !around.empty()) {
        const std::string outer = split(around).space;
        found = plugins.find(around.append("::").append(name));
        around = outer;
    }
    return found;
}

void ValueCheck::check(const Value& value, const AttributeType& type) const {
    if (value.is_unknown() || (value.is_null() && type.is_nullable)) return;
    if (value.deferred() != nullptr) return check_deferred(*value.deferred(), type);
    if (!type.is_list) {
        check_one(value, *type.type);
        return;
    }
    if (value.list() == nullptr) throw wrong_type(value, text_of(AttributeType{type.type, true}));
    for (const Value& item : *value.list()) {
        if (item.deferred() != nullptr)
            check_deferred(*item.deferred(), {.type = type.type, .references = type.references});
        else if (!item.is_unknown())
            check_one(item, *type.type);
    }
}

void ValueCheck::check(std::span<const Value> arguments, const Plugin& plugin) const {
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        const Parameter& parameter = plugin.parameters[i];
        // A default of Python's need not be of the annotated type: "string" = None.
        const bool is_default = parameter.standard && arguments[i] == *parameter.standard;
        if (is_default) continue;
        try {
            check(arguments[i], parameter.type);
        } catch (ModelError& error) {
            std::string& hint = error.mistakes.front().hint;
            if (hint.empty()) hint = "it is the argument '" + parameter.name + "'";
            throw;
        }
    }
}

void ValueCheck::check_one(const Value& value, const Type& type) const {
    if (type.kind == Kind::entity) {
        if (!context_.is_instance(value, type.name)) throw wrong_type(value, type.name);
        return;
    }
    if (type.kind != Kind::constrained) {
        if (!has_primitive_type(value, type.kind)) throw wrong_type(value, type.name);
        return;
    }
    check_one(value, *type.base);
    check_constraint(value, type);
}

void ValueCheck::check_constraint(const Value& value, const Type& type) const {
    const Value result = evaluate(*type.constraint, *type.home, value);
    if (result.truth() != nullptr && *result.truth()) return;
    if (result.is_unknown() && !context_.runs_code()) return;
    throw ModelError(Mistake{
        .kind = &runtime_error,
        .words = "Invalid value " + quoted_text_of(value, Style::message) +
                 ", does not match constraint `" + constraint_text(*type.constraint) + "`",
        .place = type.place,
        .statement = type.name});
}

Value ValueCheck::evaluate(const Expression& expression, const Namespace& home, const Value& self)
    const {
    return DirectEvaluation(*this, home, self)(expression);
}

Value ValueCheck::call(
    const Call& call,
    const Namespace& home,
    std::span<const Value> positional,
    const std::vector<std::pair<std::string, Value>>& named
) const {
    const Plugin* plugin = find_plugin(plugins_, home, call.name.text);
    if (plugin == nullptr) throw unknown_type(home, call.name);
    const std::vector<Value> bound = bound_arguments(*plugin, positional, named);
    check(bound, *plugin);
    try {
        return plugin->body(context_, bound);
    } catch (const UnsetAttribute&) {
        throw ModelError(Mistake{
            .kind = &runtime_error, .words = "a type constraint can not wait for a value"});
    }
}

const TextPattern& ValueCheck::pattern(const PatternMatch& match) const {
    const auto known = patterns_.find(&match);
    if (known != patterns_.end()) return known->second;
    return patterns_.try_emplace(&match, match.pattern).first->second;
}

} // namespace vow::inmanta
