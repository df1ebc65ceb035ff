#include "policy/cfengine/promises/module_attributes.h"

#include "policy/cfengine/expansion/choice_check.h"
#include "policy/cfengine/vocabulary/literal.h"
#include "policy/cfengine/vocabulary/syntax_table.h"
#include "protocol/text/number.h"

#include <algorithm>
#include <array>
#include <optional>

namespace vow::cfengine {
namespace {

// --- values as built-in modules receive them ---

/// Whether references in a value of this kind cannot be left to the module.
bool is_closed(ValueKind kind) {
    constexpr ValueKind kinds[] = {
        ValueKind::option,
        ValueKind::integer,
        ValueKind::real,
        ValueKind::integer_range,
        ValueKind::real_range};
    return std::ranges::find(kinds, kind) != std::end(kinds);
}

std::optional<std::string> text_for_module(ValueKind kind, std::string text) {
    if (!is_closed(kind)) return text;
    if (has_reference(text)) return std::nullopt;
    if (kind == ValueKind::option && text.empty()) return std::nullopt;
    if (kind == ValueKind::integer) {
        if (const auto number = integer_from(text)) return std::to_string(*number);
    }
    return text;
}

Data body_for_module(const TypeSyntax& syntax, const Data& body) {
    std::vector<Data::Member> members;
    for (const auto& [name, value] : body.members()) {
        if (name == "meta") continue;
        const AttributeSyntax* known = find_attribute(syntax.attributes, name);
        if (known == nullptr || value.kind() != Data::Kind::string) {
            members.emplace_back(name, value);
        } else if (auto text = text_for_module(known->kind, std::string(value.text()))) {
            members.emplace_back(name, Data::string(*std::move(text)));
        }
    }
    return Data::object(std::move(members));
}

/// nullopt for a choice or number that still holds a reference, and for an empty choice.
std::optional<AttributeValue>
value_for_module(const AttributeStatement& attribute, AttributeValue value) {
    const AttributeSyntax* known = attribute.syntax;
    if (known == nullptr) return value;
    if (auto* text = std::get_if<std::string>(&value)) {
        auto made = text_for_module(known->kind, std::move(*text));
        return made ? std::optional<AttributeValue>(*std::move(made)) : std::nullopt;
    }
    const TypeSyntax* body =
        known->kind == ValueKind::body ? find_body_type(attribute.name) : nullptr;
    const auto* data = std::get_if<Data>(&value);
    if (body != nullptr && data != nullptr) return body_for_module(*body, *data);
    return value;
}

// --- evaluation ---

AttributeValue attribute_value(const Evaluation& value) {
    if (const List* list = value.list()) return **list;
    if (const Data* data = value.data()) return *data;
    return value.value ? value.value->as_text() : std::string();
}

/// Whether $(this.promiser) in the attribute is each file that the module finds.
bool is_for_each_file(PromiseKind kind, std::string_view attribute) {
    return kind == PromiseKind::files && (attribute == "transformer" || attribute == "file_select");
}

/// The attributes in which references may stay open: `$(date)` is right in the text of a file, and
/// the module replaces `$(name)` in the conventions of a package method.
constexpr std::array<std::string_view, 3> open_attributes = {
    "content", "edit_template_string", "package_method"};

bool may_stay_open(const AttributeStatement& attribute) {
    const bool is_built_in = attribute.syntax != nullptr;
    return is_built_in &&
           std::ranges::find(open_attributes, attribute.name) != open_attributes.end();
}

Evaluation evaluate_for_module(PromiseRound& round, const AttributeStatement& attribute) {
    Expander& expander = round.expander();
    if (!is_for_each_file(round.kind(), attribute.name)) return expander.evaluate(attribute.value);
    const auto left_open = expander.with_promiser("$(this.promiser)");
    return expander.evaluate(attribute.value);
}

/// The members of the `classes` body by which the modules of files and commands judge programs.
constexpr std::array<std::string_view, 3> return_codes = {
    "kept_returncodes", "repaired_returncodes", "failed_returncodes"};

void add_return_codes(PromiseRound& round, Attributes& attributes) {
    const bool runs_programs =
        round.kind() == PromiseKind::commands || round.kind() == PromiseKind::files;
    if (!runs_programs || !round.statement().find(CommonAttribute::classes)) return;
    const Data classes = round.body(CommonAttribute::classes);
    for (const std::string_view name : return_codes) {
        if (const Data* codes = classes.find(name))
            attributes.set(std::string(name), scalar_children(*codes));
    }
}

/// Whether the attribute takes the word that references gave it; one as written was checked. The
/// reference ends for one that it does not take if there was one before the run, too; otherwise it
/// takes the word for none.
bool is_accepted(PromiseRound& round, const AttributeStatement& attribute, std::string_view word) {
    const auto* text = std::get_if<Text>(&attribute.value.node);
    if (text != nullptr && text->is_literal()) return true;
    if (!round.run().control.manner.accepts_late_words ||
        round.run().wrong_before_run.contains(&attribute))
        check_choice(round.type(), attribute, word);
    return has_reference(word) || is_valid_choice(round.type(), attribute.name, word);
}

} // namespace

ModuleAttributes module_attributes(PromiseRound& round) {
    ModuleAttributes made;
    const bool is_custom = round.kind() == PromiseKind::custom;
    if (!round.is_promiser_resolved()) made.unresolved = "promiser '" + round.promiser() + "'";
    for (const AttributeStatement& attribute : round.statement().attributes) {
        if (attribute.is_for_agent) continue;
        const Evaluation value = evaluate_for_module(round, attribute);
        if (!is_custom && value.text() && !is_accepted(round, attribute, *value.text())) continue;
        const bool is_open = value.failed() || (!value.resolved && !may_stay_open(attribute));
        if (is_open && made.unresolved.empty())
            made.unresolved = "attribute '" + std::string(attribute.name) + "'";
        if (value.failed()) {
            made.has_failed_call = true;
            continue;
        }
        AttributeValue promised = attribute_value(value);
        if (is_custom) {
            made.attributes.set(std::string(attribute.name), std::move(promised));
        } else if (auto sent = value_for_module(attribute, std::move(promised))) {
            made.attributes.set(std::string(attribute.name), *std::move(sent));
        }
    }
    add_return_codes(round, made.attributes);
    if (round.kind() == PromiseKind::files) complete_file_attributes(round, made.attributes);
    if (round.kind() == PromiseKind::packages) complete_package_bodies(round, made.attributes);
    return made;
}

Attributes agent_attributes(PromiseRound& round) {
    Attributes made;
    for (const AttributeStatement& attribute : round.statement().attributes) {
        if (!attribute.is_for_agent) continue;
        if (std::holds_alternative<Boxed<FunctionCall>>(attribute.value.node)) {
            const bool is_condition = attribute.name != "with";
            made.set(
                std::string(attribute.name),
                is_condition ? "any" : std::string(attribute.value.span.text())
            );
            continue;
        }
        const Evaluation value = round.expander().evaluate(attribute.value);
        if (!value.failed()) made.set(std::string(attribute.name), attribute_value(value));
    }
    return made;
}

} // namespace vow::cfengine
