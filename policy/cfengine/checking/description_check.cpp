#include "policy/cfengine/checking/description_check.h"

#include "policy/cfengine/vocabulary/literal.h"
#include "protocol/description/fault.h"
#include "protocol/description/rule_fault.h"

#include <algorithm>

namespace vow::cfengine {

namespace {

constexpr DiagnosticKind broken_module{
    "broken-module", "the module of promise type '{}' cannot be asked about attributes: {}"};
constexpr DiagnosticKind unusable_description{
    "unusable-description",
    "ignoring the description sent by the module of promise type '{}': {}",
    Severity::warning};
constexpr DiagnosticKind undescribed_type{
    "undescribed-type", "the module of promise type '{}' describes {}", Severity::warning};
constexpr DiagnosticKind missing_attribute{
    "missing-attribute", "a promise of type '{}' needs the attribute '{}'"};
constexpr DiagnosticKind broken_rule{"broken-rule", "in a promise of type '{}', '{}' {}"};
constexpr DiagnosticKind bad_promiser{"bad-promiser", "the promiser of type '{}' {}"};
constexpr DiagnosticKind bad_described_value{"bad-value", "the value of '{}' {}"};

/// The attributes that a type has by its description.
std::vector<std::string_view> attribute_names(const PromiseTypeDescription& type) {
    std::vector<std::string_view> names;
    for (const AttributeDescription& attribute : type.attributes)
        names.push_back(attribute.name);
    for (const AttributeSyntax& attribute : common_attributes())
        names.push_back(attribute.name);
    return names;
}

std::vector<std::string_view> type_names(const Description& description) {
    std::vector<std::string_view> names;
    for (const PromiseTypeDescription& type : description.promise_types)
        names.push_back(type.name);
    return names;
}

/// "'a', 'b'", or "no type at all".
std::string listed(const std::vector<std::string_view>& names) {
    std::string text;
    for (const std::string_view name : names)
        text.append(text.empty() ? "'" : ", '").append(name).append("'");
    return text.empty() ? "no type at all" : text;
}

/// What a module will be sent for it; none: that is known at run time only.
std::optional<AttributeValue> known_value(const ast::Expression& value, AttributeType type) {
    if (const auto* quoted = std::get_if<ast::Quoted>(&value.node)) {
        if (has_reference(quoted->text)) return std::nullopt;
        return std::string(quoted->text);
    }
    if (const auto* items = std::get_if<ast::List>(&value.node)) {
        std::vector<std::string> texts;
        for (const ast::Expression& item : items->items) {
            const auto* text = std::get_if<ast::Quoted>(&item.node);
            if (text != nullptr && !has_reference(text->text)) texts.emplace_back(text->text);
        }
        return texts; // those items that are known
    }
    // A bare word names a body, and what that holds is not looked at.
    const bool is_body = std::holds_alternative<ast::Identifier>(value.node);
    if (is_body && type != AttributeType::body) return Data::object({});
    return std::nullopt;
}

enum class Promised { no, yes, unknown };

/// A truth value that does not hold counts as not promised.
Promised promised(const ast::Promise& promise, const AttributeDescription& described) {
    const auto found = std::ranges::find(promise.attributes, described.name, &ast::Attribute::name);
    if (found == promise.attributes.end()) return Promised::no;
    if (described.type != AttributeType::bool_) return Promised::yes;
    const auto text = literal_text(found->value);
    if (!text || has_reference(*text)) return Promised::unknown;
    return *text == "false" || *text == "no" || *text == "off" ? Promised::no : Promised::yes;
}

/// The item of a list that is at fault; where there is none, the whole value.
Span place_of(const ast::Expression& value, const AttributeDescription& described) {
    const auto* items = std::get_if<ast::List>(&value.node);
    if (items == nullptr) return value.span;
    for (const ast::Expression& item : items->items) {
        const auto* text = std::get_if<ast::Quoted>(&item.node);
        if (text == nullptr || has_reference(text->text)) continue;
        const std::vector<std::string> alone = {std::string(text->text)};
        if (fault_of(described, alone)) return item.span;
    }
    return value.span;
}

/// What the value may have been meant to be; may be empty.
std::string
hint_for(const Fault& fault, const AttributeDescription& described, const ast::Expression& value) {
    const auto text = literal_text(value);
    if (fault.kind == Fault::Kind::choice && text && !described.secret) {
        return did_you_mean(*text, {described.choices.begin(), described.choices.end()});
    }
    if (fault.kind != Fault::Kind::type) return {};
    const std::string written(value.span.text());
    const bool is_word = std::holds_alternative<ast::Identifier>(value.node);
    if (described.type == AttributeType::slist && text) {
        return is_word ? "{ \"" + written + "\" }, or @(" + written + ")" : "{ " + written + " }";
    }
    if (is_word) return "\"" + written + "\"";
    return {};
}

} // namespace

void DescriptionCheck::promise(const ast::Section& section, const ast::Promise& promise) {
    if (!checking_.options.describe) return;
    const PromiseTypeDescription* type = description_of(section);
    if (type == nullptr) return;
    promiser(promise, *type);
    missing(promise, *type);
    rules(promise, *type);
    for (const ast::Attribute& attribute : promise.attributes) {
        if (const AttributeDescription* described = type->attribute(attribute.name)) {
            value(attribute.value, *described);
        } else {
            unknown(attribute, *type);
        }
    }
}

const PromiseTypeDescription* DescriptionCheck::description_of(const ast::Section& section) {
    auto known = descriptions_.find(section.type);
    if (known == descriptions_.end()) {
        known = descriptions_.emplace(section.type, asked(section)).first;
    }
    return known->second ? &*known->second : nullptr;
}

std::optional<PromiseTypeDescription> DescriptionCheck::asked(const ast::Section& section) {
    const ast::PromiseBlock* block = checking_.definitions.promise_block(section.type);
    const Span place = block != nullptr ? block->span : section.span;
    const Described described = checking_.options.describe(std::string(section.type));
    if (const auto* undescribed = std::get_if<Undescribed>(&described)) {
        complain(*undescribed, section.type, place);
        return std::nullopt;
    }
    const Description& description = std::get<Description>(described);
    const PromiseTypeDescription* type = description.promise_type(section.type);
    if (type == nullptr) {
        const auto names = type_names(description);
        checking_.diagnostics.add(
            undescribed_type,
            place,
            {section.type, listed(names)},
            did_you_mean(section.type, names)
        );
        return std::nullopt;
    }
    PromiseTypeDescription own = *type;
    own.name = section.type; // by the name that the policy gives it
    return own;
}

void DescriptionCheck::complain(const Undescribed& undescribed, std::string_view type, Span place) {
    switch (undescribed.cause) {
    case Undescribed::Cause::not_offered: return;
    case Undescribed::Cause::unusable:
        checking_.diagnostics.add(unusable_description, place, {type, undescribed.why});
        return;
    case Undescribed::Cause::broken:
        checking_.diagnostics.add(
            broken_module,
            place,
            {type, undescribed.why},
            "--no-modules checks without starting any"
        );
        return;
    }
}

void DescriptionCheck::promiser(const ast::Promise& promise, const PromiseTypeDescription& type) {
    if (has_reference(promise.promiser)) return;
    const auto fault = fault_of_promiser(type, promise.promiser);
    if (!fault) return;
    checking_.diagnostics.add(
        bad_promiser, promise.span, {type.name, fault->text}, type.promiser_summary
    );
}

void DescriptionCheck::missing(const ast::Promise& promise, const PromiseTypeDescription& type) {
    for (const AttributeDescription& described : type.attributes) {
        const bool is_promised =
            std::ranges::find(promise.attributes, described.name, &ast::Attribute::name) !=
            promise.attributes.end();
        if (!described.required || is_promised) continue;
        checking_.diagnostics.add(
            missing_attribute, promise.span, {type.name, described.name}, described.summary
        );
    }
}

/// A rule about what only a run knows is left to it.
void DescriptionCheck::rules(const ast::Promise& promise, const PromiseTypeDescription& type) {
    const auto state_of = [&](const std::string& name) {
        const AttributeDescription* described = type.attribute(name);
        return described != nullptr ? promised(promise, *described) : Promised::no;
    };
    const auto is_unknown = [&](const std::string& name) {
        return state_of(name) == Promised::unknown;
    };
    const auto is_promised = [&](const std::string& name) {
        return state_of(name) == Promised::yes;
    };
    for (const AttributeRule& rule : type.rules) {
        if (std::ranges::any_of(rule.with, is_unknown) ||
            std::ranges::any_of(rule.needs, is_unknown) ||
            std::ranges::any_of(rule.excludes, is_unknown)) {
            continue;
        }
        for (const Fault& fault : faults_of_rule(rule, is_promised)) {
            const auto at =
                std::ranges::find(promise.attributes, fault.attribute, &ast::Attribute::name);
            const Span place = at == promise.attributes.end() ? promise.span : at->span;
            checking_.diagnostics.add(broken_rule, place, {type.name, fault.attribute, fault.text});
        }
    }
}

void DescriptionCheck::unknown(
    const ast::Attribute& attribute, const PromiseTypeDescription& type
) {
    const bool is_common = find_attribute(common_attributes(), attribute.name) != nullptr;
    if (is_common || is_always_allowed(attribute.name)) return;
    checking_.diagnostics.add(
        unknown_attribute,
        attribute.span,
        {attribute.name, type.name},
        did_you_mean(attribute.name, attribute_names(type))
    );
}

void DescriptionCheck::value(const ast::Expression& value, const AttributeDescription& described) {
    const auto known = known_value(value, described.type);
    const auto fault = known ? fault_of(described, *known) : std::nullopt;
    if (!fault) return;
    checking_.diagnostics.add(
        bad_described_value,
        place_of(value, described),
        {described.name, fault->text},
        hint_for(*fault, described, value)
    );
}

} // namespace vow::cfengine
