#include "policy/cfengine/expansion/call_site.h"
#include "policy/cfengine/expansion/choice_check.h"
#include "policy/cfengine/expansion/expander.h"

#include <algorithm>

// How an expander evaluates expressions and bodies.
namespace vow::cfengine {
namespace {

/// Appends the value of a list's item: one text, or the texts of a spliced list.
void append_items(const Evaluation& item, std::vector<std::string>& items) {
    if (const std::string* text = item.text()) {
        items.push_back(*text);
    } else if (item.value) {
        const List list = item.value->as_list();
        items.insert(items.end(), list->begin(), list->end());
    }
}

constexpr int most_parents = 30; ///< a longer chain of bodies is circular

/// Ends the run when a parent takes other arguments, or when the chain of parents is circular.
void check_parents(const Program& program, const Body& body) {
    const Body* child = &body;
    for (int depth = 0; child->parent; ++depth) {
        const Body* parent = program.find_body(child->parent->key);
        if (parent == nullptr) return;
        const std::size_t given = child->parent->arguments.size();
        if (given != parent->parameters.size()) {
            throw FatalError{
                "Argument count mismatch for body (gave " + std::to_string(given) +
                    " arguments) vs. inherited body '" + parent->name_space + ":" + parent->name +
                    "' (requires " + std::to_string(parent->parameters.size()) + " arguments)",
                child->span};
        }
        if (parent == &body || depth == most_parents) {
            throw FatalError{"The body '" + body.name + "' inherits from itself", body.span};
        }
        child = parent;
    }
}

} // namespace

// --- expressions ---

Evaluation Expander::evaluate(const Expression& expression) {
    return std::visit([&](const auto& node) { return evaluated(node); }, expression.node);
}

/// A text; but `@(name)` alone is the list or container.
Evaluation Expander::evaluated(const Text& source) {
    const Reference* whole = source.sole_reference();
    if (whole && whole->shape == Reference::Shape::list) {
        const LookupResult found = find(*whole);
        if (found && found.value().text() == nullptr) return {.value = found.value()};
        return {.value = Value::string(whole->source), .resolved = false};
    }
    ExpandedText expanded = text(source);
    return {.value = Value::string(std::move(expanded.text)), .resolved = expanded.resolved};
}

Evaluation Expander::evaluated(const Word& word) {
    return {.value = Value::string(word.name)};
}

Evaluation Expander::evaluated(const FunctionCall& call) {
    return CallSite(*this, call).answer();
}

Evaluation Expander::evaluated(const ListOf& source) {
    return list(source);
}

Evaluation Expander::evaluated(const BodyUse& use) {
    Evaluation made = body(use);
    if (made.failed()) made.value = Value::string(use.key.substr(use.key.find(':') + 1));
    return made;
}

/// As a text: the bundle and its arguments, so that uses with other arguments differ.
Evaluation Expander::evaluated(const BundleUse& use) {
    ExpandedText expanded = text(use.name);
    std::vector<std::string> arguments;
    for (const Expression& argument : use.arguments) {
        const Evaluation given = evaluate(argument);
        if (!given.resolved) expanded.resolved = false;
        append_items(given, arguments);
    }
    for (const std::string& argument : arguments)
        expanded.text.append("\n").append(argument);
    return {.value = Value::string(std::move(expanded.text)), .resolved = expanded.resolved};
}

Evaluation Expander::list(const ListOf& source) {
    std::vector<std::string> items;
    bool resolved = true;
    for (const Expression& item : source.items) {
        const Evaluation one = evaluate(item);
        if (one.failed()) return one;
        if (!one.resolved) resolved = false;
        if (one.data() && std::holds_alternative<Text>(item.node)) {
            // A container is not a list, and is left out (semantics 2.15).
            run_.log_once(
                LogLevel::warning,
                "'" + std::get<Text>(item.node).source() +
                    "' failed - variable is not list but data"
            );
            continue;
        }
        append_items(one, items);
    }
    return {.value = Value::list(std::move(items)), .resolved = resolved};
}

namespace {

Value parameter_value(const Evaluation& argument) {
    return argument.failed() || argument.condition() ? Value::string({}) : *argument.value;
}

} // namespace

Evaluation Expander::body(const BodyUse& use) {
    const Body* body = run_.program.find_body(use.key);
    if (body == nullptr) return {};
    bool resolved = true;
    Parameters parameters;
    for (std::size_t index = 0; index < body->parameters.size() && index < use.arguments.size();
         ++index) {
        const Evaluation argument = evaluate(use.arguments[index]);
        if (!argument.resolved) resolved = false;
        parameters.emplace_back(body->parameters[index], parameter_value(argument));
    }
    const ScopedValue<const Parameters*> scope(parameters_, &parameters);
    std::vector<Data::Member> members;
    if (body->parent) {
        check_parents(run_.program, *body);
        const Evaluation inherited = this->body(*body->parent);
        if (!inherited.resolved) resolved = false;
        if (const Data* data = inherited.data()) members = data->members();
    }
    for (const BodyClause& clause : body->clauses) {
        if (!holds(clause.guard)) continue;
        const Evaluation value = evaluate(clause.attribute.value);
        if (!value.resolved) resolved = false;
        if (value.text()) check_choice(body->type, clause.attribute, *value.text());
        if (value.value) members.emplace_back(clause.attribute.name, value.value->as_data());
    }
    return {.value = Value::data(Data::object(std::move(members))), .resolved = resolved};
}

bool Expander::holds(const Guard& guard) {
    if (!guard.dynamic) return run_.classes.holds(frame_, guard.compiled);
    return run_.classes.holds(frame_, text(*guard.dynamic).text).value_or(false);
}

} // namespace vow::cfengine
