#include "policy/cfengine/expansion/call_site.h"
#include "policy/cfengine/expansion/choice_check.h"
#include "policy/cfengine/expansion/expander.h"
#include "protocol/text/number.h"

#include <algorithm>
#include <unordered_set>

// How an expander evaluates expressions and bodies.
namespace vow::cfengine {
namespace {

/// Appends the value of a list's item: one text, or the texts of a spliced list. Returns the bytes
/// that they take.
std::size_t append_items(const Evaluation& item, std::vector<std::string>& items) {
    if (const std::string* text = item.text()) {
        items.push_back(*text);
        return item_size(*text);
    }
    std::size_t size = 0;
    if (item.value) {
        const List list = item.value->as_list();
        for (const std::string& each : *list)
            size += item_size(each);
        check_value_size(size);
        items.insert(items.end(), list->begin(), list->end());
    }
    return size;
}

/// Ends the run when a parent takes other arguments.
void check_arguments(const BodyUse& use, const Body& parent, const Body& child) {
    const std::size_t given = use.arguments.size();
    if (given == parent.parameters.size()) return;
    throw FatalError{
        "Argument count mismatch for body (gave " + std::to_string(given) +
            " arguments) vs. inherited body '" + parent.name_space + ":" + parent.name +
            "' (requires " + std::to_string(parent.parameters.size()) + " arguments)",
        child.span};
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
        return {.value = Value::string(open(*whole).written(*whole)), .resolved = false};
    }
    ExpandedText expanded = text(source);
    return {.value = Value::string(std::move(expanded.text)), .resolved = expanded.resolved};
}

Evaluation Expander::evaluated(const Word& word) {
    return {.value = Value::string(std::string(word.name.view()))};
}

Evaluation Expander::evaluated(const FunctionCall& call) {
    return CallSite(*this, call).answer();
}

Evaluation Expander::evaluated(const ListOf& source) {
    return list(source);
}

Evaluation Expander::evaluated(const LiteralList& source) {
    return {.value = Value::list(source.elements)};
}

Evaluation Expander::evaluated(const BodyUse& use) {
    Evaluation made = body(use);
    if (made.failed()) made.value = Value::string(use.key.substr(use.key.find(':') + 1));
    return made;
}

/// As data: the bundle, then its arguments.
Evaluation Expander::evaluated(const BundleUse& use) {
    ExpandedText name = text(use.name);
    bool resolved = name.resolved;
    std::vector<Data> parts{Data::string(name.text)};
    for (const Expression& argument : use.arguments) {
        const Evaluation given = evaluate(argument);
        if (!given.resolved) resolved = false;
        if (given.value) parts.push_back(given.value->as_data());
    }
    return {.value = Value::data(Data::array(std::move(parts))), .resolved = resolved};
}

void Expander::log_unknown_function(const BundleUse& call) {
    const Origin here = origin();
    run_.log_once(
        LogLevel::error,
        "No such FnCall '" + text(call.name).text + "' in promise '" + here.file + "' near line " +
            std::to_string(here.line)
    );
}

/// A value that the reference agent expands again. It looks up @(bundle.name) in the default
/// namespace even if it looks up $(bundle.name) in the variable's own one.
Text Expander::text_of_value(std::string_view value, TextPart part) {
    if (value.starts_with('@')) part = TextPart::value;
    return compile_text(value, frame_.bundle.name_space, run_.names(), part);
}

Evaluation Expander::expand_again(Evaluation before, TextPart part) {
    if (!manner().expands_values_again || !before.value || !holds_reference(*before.value))
        return before;
    const ScopedValue<bool> within(is_unprepared_, part == TextPart::value);
    const ValueType type = before.value->type();
    if (const std::string* text = before.text()) {
        Evaluation expanded = evaluated(text_of_value(*text, part));
        if (expanded.text()) expanded.value = Value::of(type, *expanded.text());
        return expanded;
    }
    std::vector<std::string> items;
    std::size_t size = 0;
    for (const std::string& item : **before.list()) {
        if (!holds_reference(item)) {
            size += item_size(item);
            items.push_back(item);
        } else {
            const Evaluation expanded = evaluated(text_of_value(item, part));
            if (!expanded.resolved) before.resolved = false;
            size += append_items(expanded, items);
        }
        check_value_size(size);
    }
    return {.value = Value::list(list_of(std::move(items)), type), .resolved = before.resolved};
}

/// As with the reference, `$(name)` alone is the list that a parameter of the body holds, and
/// `@(name)` is also the text of a variable that is not a list, with a warning unless it is such a
/// parameter.
Evaluation Expander::list_item(const Expression& item) {
    const auto* text = std::get_if<Text>(&item.node);
    const Reference* whole = text ? text->sole_reference() : nullptr;
    const ScopedValue<bool> within(is_unprepared_, text != nullptr);
    if (whole == nullptr) return evaluate(item);
    const bool is_list = whole->shape == Reference::Shape::list;
    const LookupResult found = is_list ? find(*whole) : parameter_named(*whole);
    if (!found) return evaluate(item);
    if (found.value().list()) return {.value = found.value()};
    if (!is_list) return evaluate(item);
    if (!parameter_named(*whole)) {
        run_.log_once(
            LogLevel::warning,
            "'" + text->source() + "' failed - variable is not list but " +
                std::string(text_of(found.value().type()))
        );
    }
    return {.value = found.value()};
}

Evaluation Expander::list(const ListOf& source) {
    std::vector<std::string> items;
    std::size_t size = 0;
    bool resolved = true;
    for (const Expression& item : source.items) {
        Evaluation one = list_item(item);
        if (one.failed()) return one;
        if (!one.resolved) resolved = false;
        // A container is not a list, and is left out (semantics 2.15).
        if (one.data() && std::holds_alternative<Text>(item.node)) continue;
        size += append_items(one, items);
        check_value_size(size);
    }
    return {.value = Value::list(std::move(items)), .resolved = resolved};
}

namespace {

Value parameter_value(const Evaluation& argument) {
    return argument.failed() || argument.condition() ? Value::string({}) : *argument.value;
}

} // namespace

/// The bodies that a use consists of, the parents last. A chain of parents may be as long as the
/// policy, so nothing here is recursive.
std::vector<Expander::OpenBody> Expander::opened(const BodyUse& use) {
    std::vector<OpenBody> chain;
    std::unordered_set<const Body*> seen;
    for (const BodyUse* next = &use; next != nullptr;) {
        const Body* body = run_.program.find_body(next->key);
        if (body == nullptr) break;
        if (!chain.empty()) check_arguments(*next, *body, *chain.back().body);
        if (!seen.insert(body).second)
            throw FatalError{"The body '" + body->name + "' inherits from itself", body->span};
        const Parameters* const outer = chain.empty() ? parameters_ : &chain.back().parameters;
        const ScopedValue<const Parameters*> scope(parameters_, outer);
        chain.push_back(opened(*next, *body));
        next = body->parent ? &*body->parent : nullptr;
    }
    return chain;
}

Expander::OpenBody Expander::opened(const BodyUse& use, const Body& body) {
    OpenBody open{.body = &body};
    const std::size_t count = std::min(body.parameters.size(), use.arguments.size());
    for (std::size_t index = 0; index < count; ++index) {
        const Evaluation argument = evaluate(use.arguments[index]);
        if (!argument.resolved) open.resolved = false;
        open.parameters.emplace_back(body.parameters[index], parameter_value(argument));
    }
    return open;
}

Evaluation Expander::body(const BodyUse& use) {
    std::vector<OpenBody> chain = opened(use);
    if (chain.empty()) return {};
    std::ranges::reverse(chain);
    bool resolved = true;
    std::vector<Data::Member> members;
    for (const OpenBody& open : chain) {
        if (!open.resolved) resolved = false;
        const ScopedValue<const Parameters*> scope(parameters_, &open.parameters);
        for (const BodyClause& clause : open.body->clauses) {
            if (!holds(clause.guard)) continue;
            const Evaluation value = evaluate(clause.attribute.value);
            if (!value.resolved) resolved = false;
            if (value.text()) check_choice(open.body->type, clause.attribute, *value.text());
            if (value.value) members.emplace_back(clause.attribute.name, value.value->as_data());
        }
    }
    return {.value = Value::data(Data::object(std::move(members))), .resolved = resolved};
}

bool Expander::is_always_due() {
    const Expression* action = promise_ ? promise_->find(CommonAttribute::action) : nullptr;
    if (action == nullptr || reads_action_) return false;
    const ScopedValue<bool> within(reads_action_, true);
    const Evaluation read = evaluate(*action);
    const Data body = read.value ? read.value->as_data() : Data();
    const Data* minutes = body.find("ifelapsed");
    return minutes != nullptr && integer_from(minutes->text()) == 0;
}

bool Expander::holds(const Guard& guard) {
    if (!guard.dynamic) return run_.classes.holds(frame_, guard.compiled);
    return run_.classes.holds(frame_, text(*guard.dynamic).text).value_or(false);
}

} // namespace vow::cfengine
