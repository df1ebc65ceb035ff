#include "policy/run/description_check.h"

#include "protocol/description/fault.h"
#include "protocol/text/name_grammar.h"

#include <algorithm>

namespace vow {

namespace {

constexpr DiagnosticKind broken_module{
    "broken-module", "the module of promise type '{}' failed to describe its attributes"};
constexpr DiagnosticKind unusable_description{
    "unusable-description",
    "ignoring the description sent by the module of promise type '{}'",
    Severity::warning};
constexpr DiagnosticKind description_mistake{
    "description-mistake",
    "ignoring a part of the description sent by the module of promise type '{}'",
    Severity::warning};
constexpr DiagnosticKind undescribed_type{
    "undescribed-type", "the module of promise type '{}' describes {}", Severity::warning};
constexpr DiagnosticKind invalid_promise{
    "invalid-promise", "the module of promise type '{}' finds this promise invalid"};
constexpr DiagnosticKind broken_rule{"broken-rule", "in a promise of type '{}', '{}' {}"};
constexpr DiagnosticKind bad_promiser{"bad-promiser", "the promiser of type '{}' {}"};
constexpr DiagnosticKind value_against_description{
    "value-against-description", "the value of '{}' {}"};

using Form = WrittenValue::Form;

std::vector<std::string_view> type_names(const Description& description) {
    std::vector<std::string_view> names;
    for (const PromiseTypeDescription& type : description.promise_types)
        names.push_back(type.name);
    return names;
}

/// "'a', 'b'", or "no type at all".
std::string quoted_list(const std::vector<std::string_view>& names) {
    std::string text;
    for (const std::string_view name : names)
        text.append(text.empty() ? "'" : ", '").append(name).append("'");
    return text.empty() ? "no type at all" : text;
}

/// The value that the module will get; nullopt if it is known only when the policy runs.
std::optional<AttributeValue> known_value(const WrittenValue& value, AttributeType type) {
    switch (value.form) {
    case Form::unknown: return std::nullopt;
    case Form::text: return value.text;
    case Form::word:
        if (type == AttributeType::body) return std::nullopt;
        return Data::object({});
    case Form::list: break;
    }
    std::vector<std::string> texts;
    for (const WrittenItem& item : value.items)
        texts.push_back(item.text);
    return texts;
}

enum class Promised { no, yes, unknown };

/// A truth value that is false counts as not promised.
Promised promised(const WrittenPromise& promise, const AttributeDescription& described) {
    const WrittenAttribute* found = promise.find(described.name);
    if (found == nullptr) return Promised::no;
    if (described.type != AttributeType::bool_) return Promised::yes;
    const WrittenValue& value = found->value;
    if (value.form != Form::text && value.form != Form::word) return Promised::unknown;
    const bool is_false = value.text == "false" || value.text == "no" || value.text == "off";
    return is_false ? Promised::no : Promised::yes;
}

/// The invalid item of a list; otherwise the whole value.
Span place_of(const WrittenValue& value, const AttributeDescription& described) {
    for (const WrittenItem& item : value.items) {
        if (fault_of(described, std::vector{item.text})) return item.span;
    }
    return value.span;
}

/// The probable correct value; may be empty.
std::string
hint_for(const Fault& fault, const AttributeDescription& described, const WrittenValue& value) {
    const bool is_scalar = value.form == Form::text || value.form == Form::word;
    if (fault.kind == Fault::Kind::choice && is_scalar && !described.secret) {
        return did_you_mean(value.text, {described.choices.begin(), described.choices.end()});
    }
    if (fault.kind != Fault::Kind::type) return {};
    if (described.type == AttributeType::slist && is_scalar) return value.as_list;
    return value.form == Form::word ? value.as_text : std::string();
}

} // namespace

DescriptionCheck::DescriptionCheck(
    Describe describe,
    std::vector<std::string_view> common_attributes,
    Diagnostics& diagnostics,
    Validate validate
)
    : describe_(std::move(describe)),
      common_attributes_(std::move(common_attributes)),
      diagnostics_(diagnostics),
      validate_(std::move(validate)) {}

void DescriptionCheck::check(const WrittenPromise& promise) {
    if (!describe_) return;
    const PromiseTypeDescription* type = description_of(promise);
    if (type == nullptr) return by_module(promise);
    promiser(promise, *type);
    missing(promise, *type);
    rules(promise, *type);
    for (const WrittenAttribute& attribute : promise.attributes) {
        if (const AttributeDescription* described = type->attribute(attribute.name)) {
            value(attribute.value, *described);
        } else {
            unknown(attribute, *type);
        }
    }
}

void DescriptionCheck::check_names(const WrittenPromise& promise) {
    const PromiseTypeDescription* type = describe_ ? description_of(promise) : nullptr;
    if (type == nullptr) return;
    if (find_grammar(type->promiser_pattern) != nullptr) promiser(promise, *type);
    for (const WrittenAttribute& attribute : promise.attributes) {
        const AttributeDescription* described = type->attribute(attribute.name);
        if (described != nullptr && find_grammar(described->pattern) != nullptr)
            value(attribute.value, *described);
    }
}

const PromiseTypeDescription* DescriptionCheck::description_of(const WrittenPromise& promise) {
    auto known = descriptions_.find(promise.type);
    if (known == descriptions_.end())
        known = descriptions_.emplace(promise.type, request(promise)).first;
    return known->second ? &*known->second : nullptr;
}

std::optional<PromiseTypeDescription> DescriptionCheck::request(const WrittenPromise& promise) {
    const DescriptionResult described = describe_(std::string(promise.type));
    if (const auto* undescribed = std::get_if<MissingDescription>(&described)) {
        if (undescribed->cause == MissingDescription::Cause::not_offered)
            undescribed_.emplace(promise.type);
        report(*undescribed, promise);
        return std::nullopt;
    }
    const auto& description = std::get<Description>(described);
    for (const std::string& mistake : description.mistakes)
        diagnostics_.add(description_mistake, promise.type_span, {promise.type}).cause =
            Note{mistake};
    const PromiseTypeDescription* type = description.promise_type(promise.type);
    if (type == nullptr) {
        const auto names = type_names(description);
        diagnostics_.add(
            undescribed_type,
            promise.type_span,
            {promise.type, quoted_list(names)},
            did_you_mean(promise.type, names)
        );
        return std::nullopt;
    }
    PromiseTypeDescription own = *type;
    own.name = promise.type; // the name that the policy gives it
    return own;
}

void DescriptionCheck::report(
    const MissingDescription& undescribed, const WrittenPromise& promise
) {
    const Note cause{undescribed.why};
    switch (undescribed.cause) {
    case MissingDescription::Cause::not_offered: return;
    case MissingDescription::Cause::unusable:
        diagnostics_.add(unusable_description, promise.type_span, {promise.type}).cause = cause;
        return;
    case MissingDescription::Cause::broken:
        const std::string hint = "--no-modules checks without starting any";
        diagnostics_.add(broken_module, promise.type_span, {promise.type}, hint).cause = cause;
        return;
    }
}

void DescriptionCheck::by_module(const WrittenPromise& promise) {
    if (!validate_ || !undescribed_.contains(promise.type) || !promise.is_promiser_known) return;
    Promise known{
        .type = nullptr,
        .promiser = std::string(promise.promiser),
        .origin = {.file = promise.span.source->path(), .line = promise.span.position().line}};
    for (const WrittenAttribute& attribute : promise.attributes) {
        if (std::ranges::find(common_attributes_, attribute.name) != common_attributes_.end())
            continue;
        const WrittenValue& value = attribute.value;
        const bool is_known =
            value.form == Form::text || (value.form == Form::list && !value.has_unknown_items);
        if (!is_known) return;
        known.attributes.set(
            std::string(attribute.name), *known_value(value, AttributeType::string)
        );
    }
    std::string reasons;
    for (const std::string& reason : validate_(std::string(promise.type), std::move(known)))
        reasons.append(reasons.empty() ? "" : "; ").append(reason);
    if (reasons.empty()) return;
    diagnostics_.add(invalid_promise, promise.span, {promise.type}).cause = Note{reasons};
}

void DescriptionCheck::promiser(const WrittenPromise& promise, const PromiseTypeDescription& type) {
    if (!promise.is_promiser_known) return;
    const auto fault = fault_of_promiser(type, promise.promiser);
    if (!fault) return;
    diagnostics_.add(bad_promiser, promise.span, {type.name, fault->text}, type.promiser_summary);
}

void DescriptionCheck::missing(const WrittenPromise& promise, const PromiseTypeDescription& type) {
    for (const AttributeDescription& described : type.attributes) {
        if (!described.required || promise.find(described.name) != nullptr) continue;
        diagnostics_.add(
            missing_attribute, promise.span, {type.name, described.name}, described.summary
        );
    }
}

/// Leaves a rule about values that are known only when the policy runs to the module.
void DescriptionCheck::rules(const WrittenPromise& promise, const PromiseTypeDescription& type) {
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
            const WrittenAttribute* at = promise.find(fault.attribute);
            const Span place = at == nullptr ? promise.span : at->span;
            diagnostics_.add(broken_rule, place, {type.name, fault.attribute, fault.text});
        }
    }
}

void DescriptionCheck::unknown(
    const WrittenAttribute& attribute, const PromiseTypeDescription& type
) {
    if (is_always_allowed(attribute.name)) return;
    std::vector<std::string_view> names;
    for (const AttributeDescription& described : type.attributes)
        names.push_back(described.name);
    names.insert(names.end(), common_attributes_.begin(), common_attributes_.end());
    if (std::ranges::find(names, attribute.name) != names.end()) return;
    diagnostics_.add(
        unknown_attribute,
        attribute.span,
        {attribute.name, type.name},
        did_you_mean(attribute.name, names)
    );
}

void DescriptionCheck::value(const WrittenValue& value, const AttributeDescription& described) {
    const auto known = known_value(value, described.type);
    const auto fault = known ? fault_of(described, *known) : std::nullopt;
    if (!fault) return;
    diagnostics_.add(
        value_against_description,
        place_of(value, described),
        {described.name, fault->text},
        hint_for(*fault, described, value)
    );
}

} // namespace vow
