#include "policy/cfengine/expansion/call_site.h"
#include "policy/cfengine/expansion/choice_check.h"
#include "policy/cfengine/expansion/expander.h"

#include <algorithm>

// What an expander makes of expressions and bodies.
namespace vow::cfengine {
namespace {

/// Appends what an item of a list came to: one text, or the texts of a spliced list.
void append_items(const Evaluated& item, std::vector<std::string>& items) {
    if (const std::string* text = item.text())
        items.push_back(*text);
    else if (const List* list = item.list())
        items.insert(items.end(), (*list)->begin(), (*list)->end());
    else if (const Data* data = item.data()) {
        for (std::string& child : scalar_children(*data))
            items.push_back(std::move(child));
    } else if (const bool* truth = std::get_if<bool>(&item.content)) {
        items.emplace_back(*truth ? "any" : "!any");
    }
}

Data as_data(const Evaluated& value) {
    if (const Data* data = value.data()) return *data;
    if (const List* list = value.list()) {
        Data::Array items;
        for (const std::string& item : **list)
            items.push_back(Data::string(item));
        return Data::array(std::move(items));
    }
    if (const bool* truth = std::get_if<bool>(&value.content))
        return Data::string(*truth ? "any" : "!any");
    return Data::string(value.text() ? *value.text() : std::string());
}

constexpr int most_parents = 30; ///< a longer chain of bodies runs in a circle

/// A body whose parent takes other arguments, or whose parents never end, ends the run.
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

Evaluated evaluated_value(const Value& value) {
    if (value.text()) return {.content = *value.text()};
    if (value.list()) return {.content = *value.list()};
    return {.content = *value.data()};
}

} // namespace

// --- expressions ---

Evaluated Expander::evaluate(const Expression& expression) {
    return std::visit([&](const auto& node) { return evaluated(node); }, expression.node);
}

/// A text; but `@(name)` alone is the list or container itself.
Evaluated Expander::evaluated(const Text& source) {
    const Reference* whole = source.sole_reference();
    if (whole && whole->shape == Reference::Shape::list) {
        const Found found = find(*whole);
        if (found && found.value().text() == nullptr) return evaluated_value(found.value());
        return {.content = whole->source, .resolved = false};
    }
    Expanded expanded = text(source);
    return {.content = std::move(expanded.text), .resolved = expanded.resolved};
}

Evaluated Expander::evaluated(const Word& word) {
    return {.content = word.name};
}

Evaluated Expander::evaluated(const FunctionCall& call) {
    return CallSite(*this).answer(call);
}

Evaluated Expander::evaluated(const ListOf& source) {
    return list(source);
}

Evaluated Expander::evaluated(const BodyUse& use) {
    Evaluated made;
    bool resolved = true;
    if (auto attributes = body(use, resolved))
        made.content = std::move(*attributes);
    else
        made.content = use.key.substr(use.key.find(':') + 1);
    made.resolved = resolved;
    return made;
}

/// As a text: the bundle and what it is given, so that uses with other arguments differ.
Evaluated Expander::evaluated(const BundleUse& use) {
    Expanded expanded = text(use.name);
    std::vector<std::string> arguments;
    for (const Expression& argument : use.arguments) {
        const Evaluated given = evaluate(argument);
        if (!given.resolved) expanded.resolved = false;
        append_items(given, arguments);
    }
    for (const std::string& argument : arguments)
        expanded.text.append("\n").append(argument);
    return {.content = std::move(expanded.text), .resolved = expanded.resolved};
}

Evaluated Expander::list(const ListOf& source) {
    std::vector<std::string> items;
    bool resolved = true;
    for (const Expression& item : source.items) {
        const Evaluated one = evaluate(item);
        if (!one.resolved || one.failed()) resolved = false;
        if (one.data() && std::holds_alternative<Text>(item.node)) {
            // A container is no list, and is left out (semantics 2.15).
            evaluation_.log_once(
                LogLevel::warning,
                "'" + std::get<Text>(item.node).source() +
                    "' failed - variable is not list but data"
            );
            continue;
        }
        append_items(one, items);
    }
    return {.content = list_of(std::move(items)), .resolved = resolved};
}

std::optional<Data> Expander::body(const BodyUse& use, bool& resolved) {
    const Body* body = evaluation_.program().find_body(use.key);
    if (body == nullptr) return {};
    Parameters parameters;
    for (std::size_t index = 0; index < body->parameters.size() && index < use.arguments.size();
         ++index) {
        const Evaluated argument = evaluate(use.arguments[index]);
        if (!argument.resolved) resolved = false;
        Value value = argument.list()   ? Value::list(*argument.list())
                      : argument.data() ? Value::data(*argument.data())
                                        : Value::string(argument.text() ? *argument.text() : "");
        parameters.emplace_back(body->parameters[index], std::move(value));
    }
    const Parameters* outer = std::exchange(parameters_, &parameters);
    std::vector<Data::Member> members;
    if (body->parent) {
        check_parents(evaluation_.program(), *body);
        if (const auto inherited = this->body(*body->parent, resolved))
            members = inherited->members();
    }
    for (const BodyClause& clause : body->clauses) {
        const bool holds =
            clause.guard.dynamic
                ? evaluation_.holds(frame_, text(*clause.guard.dynamic).text).value_or(false)
                : evaluation_.holds(frame_, clause.guard.compiled);
        if (!holds) continue;
        const Evaluated value = evaluate(clause.attribute.value);
        if (!value.resolved) resolved = false;
        if (value.text()) check_choice(body->type, clause.attribute, *value.text());
        if (!value.failed()) members.emplace_back(clause.attribute.name, as_data(value));
    }
    parameters_ = outer;
    return Data::object(std::move(members));
}

} // namespace vow::cfengine
