#include "policy/cfengine/checking/block_check.h"
#include "policy/cfengine/checking/policy_names.h"
#include "policy/cfengine/checking/promise_check.h"
#include "policy/cfengine/program/program.h"
#include "policy/cfengine/vocabulary/literal.h"

#include <algorithm>
#include <array>

namespace vow::cfengine {

namespace {

/// Classes of whole platforms: as the name of a section they are guards, not types misspelled.
bool is_platform(std::string_view name) {
    constexpr std::string_view platforms[] = {"any", "linux", "windows"};
    return std::ranges::find(platforms, name) != std::end(platforms);
}

constexpr DiagnosticKind unknown_bundle_type{"unknown-bundle-type", "unknown bundle type '{}'"};
constexpr DiagnosticKind reserved_bundle_name{
    "reserved-bundle-name", "'{}' cannot be the name of a bundle"};
constexpr DiagnosticKind unknown_promise_type{"unknown-promise-type", "unknown promise type '{}'"};
constexpr DiagnosticKind misplaced_promise_type{
    "misplaced-promise-type", "promises of type '{}' are not allowed in a bundle of type '{}'"};
constexpr DiagnosticKind ifvarclass_of_custom{
    "ifvarclass-of-custom-type", "custom promise types have no 'ifvarclass'"};
constexpr DiagnosticKind empty_reference{"empty-reference", "'{}' is an empty reference"};
constexpr DiagnosticKind missing_comment{
    "missing-comment",
    "the promise has no 'comment', which 'require_comments' of 'body common control' wants"};
constexpr DiagnosticKind duplicate_handle{
    "duplicate-handle", "another promise under the same guard has the handle '{}'"};

constexpr std::array<std::string_view, 6> reserved_bundles = {
    "sys", "const", "mon", "edit", "match", "this"};

template <typename Syntax>
std::vector<std::string_view> names_of(std::span<const Syntax> table) {
    std::vector<std::string_view> names;
    for (const Syntax& syntax : table)
        names.push_back(syntax.name);
    return names;
}

/// The attributes of a promise type, including the common ones.
std::vector<std::string_view> attribute_names(const TypeSyntax& type) {
    std::vector<std::string_view> names = names_of(type.attributes);
    for (const AttributeSyntax& attribute : common_attributes())
        names.push_back(attribute.name);
    return names;
}

/// "it is an attribute of 'body perms'" when the body was forgotten; otherwise the nearest name.
std::string hint_for(std::string_view wrong, const TypeSyntax& type) {
    for (const AttributeSyntax& attribute : type.attributes) {
        if (attribute.kind != ValueKind::body) continue;
        const TypeSyntax* body = find_body_type(attribute.name);
        if (body != nullptr && find_attribute(body->attributes, wrong) != nullptr) {
            return "it is an attribute of 'body " + std::string(attribute.name) + "'";
        }
    }
    return did_you_mean(wrong, attribute_names(type));
}

std::string_view guard_text(const ast::Promise& promise) {
    return promise.guard ? std::string_view(promise.guard->text) : std::string_view("any");
}

Reach reach_of(const ast::Promise& promise) {
    return is_always_evaluated(promise) ? Reach::always : Reach::sometimes;
}

bool is_kept_by_language(std::string_view promise_type) {
    using enum PromiseKind;
    constexpr std::array kinds = {variable, meta, default_value, class_, method, service, report};
    return std::ranges::find(kinds, kind_of(promise_type)) != kinds.end();
}

bool is_quoted(const ast::Guard& guard) {
    return !guard.span.text().starts_with(guard.text);
}

} // namespace

BundleCheck::BundleCheck(CheckContext& checking)
    : checking_(checking),
      values_(checking),
      descriptions_(
          checking.options.describe,
          names_of(common_attributes()),
          checking.diagnostics,
          checking.options.validate
      ) {}

void BundleCheck::bundle(const ast::Bundle& bundle) {
    const BundleSyntax* const type = find_bundle_type(bundle.type);
    if (type == nullptr) {
        const auto hint = did_you_mean(bundle.type, names_of(bundle_types()));
        checking_.diagnostics.add(
            unknown_bundle_type, checking_.span_of(bundle.type, bundle.span), {bundle.type}, hint
        );
        return;
    }
    if (std::ranges::find(reserved_bundles, bundle.name) != reserved_bundles.end()) {
        checking_.diagnostics.add(reserved_bundle_name, bundle.span, {bundle.name});
    }
    if (!checking_.was_checked_alone) check_self_containment(bundle, checking_);
    for (const ast::Section& section : bundle.sections) {
        const Origin origin = origin_of(section, bundle, *type);
        const TypeSyntax* const built_in =
            origin == Origin::builtin ? find_promise_type(section.type) : nullptr;
        const Keeper keeper = is_kept_by_language(section.type) ? Keeper::language : Keeper::module;
        for (const ast::Promise& item : section.promises)
            promise({bundle, section, item, origin, keeper, built_in});
    }
}

/// Reports promise types that the bundle cannot hold.
BundleCheck::Origin BundleCheck::origin_of(
    const ast::Section& section, const ast::Bundle& bundle, const BundleSyntax& type
) {
    const auto here = type.promise_types;
    if (std::ranges::find(here, section.type) != here.end()) return Origin::builtin;
    if (checking_.definitions.is_custom_promise_type(section.type)) return Origin::custom;
    const auto modules = checking_.options.module_types;
    const auto module = std::ranges::find(modules, section.type, &PromiseType::name);
    if (bundle.type == "agent" && module != modules.end()) return Origin::custom;
    if (find_promise_type(section.type) != nullptr) {
        if (!section.promises.empty()) {
            checking_.diagnostics.add(
                misplaced_promise_type, section.span, {section.type, bundle.type}
            );
        }
        return Origin::unknown;
    }
    if (checking_.whole() && checking_.strict()) {
        std::vector<std::string_view> known(here.begin(), here.end());
        for (const std::string_view custom : checking_.definitions.custom_promise_types())
            known.push_back(custom);
        for (const PromiseType& module_type : modules)
            known.push_back(module_type.name);
        std::string hint = did_you_mean(section.type, known);
        if (hint.empty() || is_platform(section.type))
            hint = "a class guard ends with two colons: " + std::string(section.type) + "::";
        checking_.diagnostics.add(unknown_promise_type, section.span, {section.type}, hint);
    }
    return Origin::unknown;
}

void BundleCheck::promise(const Site& site) {
    const auto& [bundle, section, promise, origin, keeper, built_in] = site;
    if (!checking_.was_checked_alone) promise_alone(section, promise);
    if (checking_.requires_comments && find_attribute(promise, "comment") == nullptr)
        checking_.diagnostics.add(missing_comment, promise.span, {});
    if (promise.promisee) values_.any(*promise.promisee);
    const bool is_service = section.type == "services"; // whose bundles take any name
    if (is_service) check_service(bundle, promise, checking_);
    if (origin == Origin::builtin) {
        checking_.check_missing_type(section.span, section.type);
        if (keeper == Keeper::module && descriptions_.is_active())
            descriptions_.check_names(written_promise(section, promise, section.span));
    }
    if (origin == Origin::custom) description(site);
    for (const ast::Attribute& item : promise.attributes) {
        attribute(item, site);
        if (item.name == "handle") handle(promise, item.value);
    }
}

/// The checks that need nothing but the promise.
void BundleCheck::promise_alone(const ast::Section& section, const ast::Promise& promise) {
    Diagnostics& diagnostics = checking_.diagnostics;
    if (promise.guard && !(is_quoted(*promise.guard) && has_reference(promise.guard->text)))
        values_.class_expression(promise.guard->text, promise.guard->span);
    if (promise.promiser == "$()" || promise.promiser == "${}")
        diagnostics.add(empty_reference, promise.span, {promise.promiser});
    if (section.type == "vars") {
        check_variable(promise, diagnostics);
        if (checking_.strict()) check_tags(promise, diagnostics);
    }
    if (section.type == "classes") {
        check_class(promise, diagnostics);
        if (checking_.strict()) check_conditions(promise, diagnostics);
    }
}

void BundleCheck::attribute(const ast::Attribute& attribute, const Site& site) {
    const auto& [bundle, section, promise, origin, keeper, type] = site;
    const AttributeSyntax* syntax = type != nullptr
                                        ? find_promise_attribute(*type, attribute.name)
                                        : find_attribute(common_attributes(), attribute.name);
    if (type == nullptr && attribute.name == "ifvarclass") {
        checking_.diagnostics.add(
            ifvarclass_of_custom, attribute.span, {}, did_you_mean("if", {"if"})
        );
    }
    if (syntax == nullptr) {
        if (type == nullptr) return values_.custom(attribute);
        checking_.diagnostics.add(
            unknown_attribute,
            attribute.span,
            {attribute.name, section.type},
            hint_for(attribute.name, *type)
        );
        return;
    }
    checking_.check_status(attribute, syntax->status);
    if (names_list(attribute.value) && takes_list_by_name(attribute.name)) return;
    values_.attribute(attribute, *syntax, {bundle.name_space, reach_of(promise)});
}

/// Checks a promise against the description of its module.
void BundleCheck::description(const Site& site) {
    if (!descriptions_.is_active()) return;
    const ast::PromiseBlock* block = checking_.definitions.promise_block(site.section.type);
    const Span type_span = block != nullptr ? block->span : site.section.span;
    descriptions_.check(written_promise(site.section, site.promise, type_span));
}

/// Handles with references are known only when the policy runs; two under different guards may be
/// intended.
void BundleCheck::handle(const ast::Promise& promise, const ast::Expression& value) {
    const auto text = literal_text(value);
    if (!text || has_reference(*text)) return;
    const auto [first, is_new] = handles_.try_emplace(std::string(*text), &promise);
    if (is_new || guard_text(*first->second) != guard_text(promise)) return;
    checking_.diagnostics.add(duplicate_handle, value.span, {*text}).notes = {
        {"first used here", first->second->span}};
}

} // namespace vow::cfengine
