#include "policy/cfengine/checking/value_check.h"
#include "policy/cfengine/library/library.h"
#include "policy/cfengine/vocabulary/literal.h"

namespace vow::cfengine {

namespace {

constexpr DiagnosticKind quoted_body{
    "quoted-body", "'{}' takes the name of a body, without quotes"};
constexpr DiagnosticKind not_a_name{"not-a-name", "'{}' takes the name of a {}"};
constexpr DiagnosticKind undefined_body{
    "undefined-body", "the body '{}' of type '{}' is not defined"};
/// In a part of a policy, another part may define it.
constexpr DiagnosticKind undefined_body_in_part{
    undefined_body.name,
    "the body '{}' of type '{}' is not defined in this part of the policy",
    Severity::warning};
constexpr DiagnosticKind undefined_parent{
    "undefined-parent",
    "the parent body '{}' of type '{}' is not defined, so nothing is inherited",
    Severity::warning};
constexpr DiagnosticKind unfit_parent{
    "parent-arity",
    "the parent body '{}' takes {}, not {}; a promise that uses '{}' will fail",
    Severity::warning};
constexpr DiagnosticKind undefined_bundle_used{
    "undefined-bundle", "the bundle '{}' is not defined"};
constexpr DiagnosticKind perhaps_undefined_bundle{
    undefined_bundle_used.name,
    "the bundle '{}' is not defined; the promise fails when its condition holds",
    Severity::warning};
constexpr DiagnosticKind perhaps_wrong_arity{
    "wrong-arity-in-condition",
    "{} '{}' takes {}, not {}; the promise fails when its condition holds",
    Severity::warning};
constexpr DiagnosticKind no_arguments{
    "no-arguments",
    "the bundle '{}' takes {} but gets none, so its parameters stay unresolved",
    Severity::warning};

/// A name of the default namespace that is built in or, if it is not, nearly.
std::string hint_from_library(std::string_view type, std::string_view name) {
    if (is_left_to_reference(type, name))
        return "CFEngine's standard library defines it: name its files in 'inputs'";
    const Library library;
    if (library.find(type, name))
        return "write 'default:" + std::string(name) + "' for the one that is built in";
    std::vector<std::string_view> names;
    for (const LibraryDefinition& definition : library.definitions()) {
        if (definition.type == type) names.push_back(definition.name);
    }
    return did_you_mean(name, names);
}

/// The types of the bundles that the attribute may name.
std::vector<std::string_view> bundle_types_of(std::string_view attribute) {
    if (attribute == "edit_line" || attribute == "edit_xml") return {attribute};
    return {"agent", "common"};
}

/// A bundle of that name in another namespace, else the nearest name.
std::string hint_for_bundle(
    std::string_view name, std::string_view attribute, const std::vector<std::string>& known
) {
    const std::string_view plain = qualified_name(name).name;
    for (const std::string& each : known) {
        if (qualified_name(each).name == plain) return "did you mean '" + each + "'?";
    }
    std::string hint = did_you_mean(name, {known.begin(), known.end()});
    return hint.empty() ? hint_from_library(bundle_types_of(attribute).front(), plain) : hint;
}

std::size_t arguments_given(const ast::Expression& value) {
    const auto* call = boxed_if<ast::Call>(value.node);
    return call == nullptr ? 0 : call->arguments.size();
}

} // namespace

void ReferenceCheck::body(const ast::Expression& value, std::string_view type) {
    if (std::holds_alternative<ast::Quoted>(value.node)) {
        checking_.diagnostics.add(quoted_body, value.span, {type});
        return;
    }
    arguments(value);
    const auto name = name_used(value);
    if (!name) {
        checking_.diagnostics.add(not_a_name, value.span, {type, "body"});
        return;
    }
    if (has_reference(*name)) return;
    const ast::Body* body = checking_.definitions.body(type, *name);
    if (body == nullptr) return report_undefined_body(value, *name, type);
    const std::size_t taken = body->parameters.size();
    const std::size_t given = arguments_given(value);
    if (given != taken && checking_.strict()) {
        const std::string count = std::to_string(given);
        checking_.diagnostics
            .add(wrong_arity, value.span, {"the body", *name, arguments_text(taken), count})
            .notes = {{"defined here", body->span}};
    }
    while (body != nullptr && checking_.used_bodies.insert(body).second)
        body = checking_.definitions.parent(*body);
}

void ReferenceCheck::report_undefined_body(
    const ast::Expression& value, std::string_view name, std::string_view type
) {
    const bool is_library = checking_.options.extent == Extent::part && checking_.strict();
    if (!checking_.whole() && !is_library) return;
    checking_.diagnostics.add(
        checking_.whole() ? undefined_body : undefined_body_in_part,
        value.span,
        {name, type},
        hint_for_body(name, type)
    );
}

/// The nearest body of the type; else the body of that name that has another type.
std::string ReferenceCheck::hint_for_body(std::string_view name, std::string_view type) const {
    std::string hint = did_you_mean(name, checking_.definitions.body_names(type));
    if (hint.empty() && checking_.strict())
        hint = hint_from_library(type, qualified_name(name).name);
    if (!hint.empty()) return hint;
    for (const std::string_view other : checking_.definitions.types_of_body(name))
        return "'" + std::string(name) + "' is a body of type '" + std::string(other) + "'";
    return {};
}

/// An error in an unused body is a warning.
void ReferenceCheck::parent(const ast::Expression& value, const ast::Body& child) {
    arguments(value);
    const auto name = name_used(value);
    if (!name) {
        checking_.diagnostics.add(not_a_name, value.span, {"inherit_from", "body"});
        return;
    }
    if (has_reference(*name) || !checking_.whole()) return;
    const ast::Body* body = checking_.definitions.body(child.type, *name);
    if (body == nullptr) {
        const auto hint = did_you_mean(*name, checking_.definitions.body_names(child.type));
        checking_.diagnostics.add(undefined_parent, value.span, {*name, child.type}, hint);
        return;
    }
    const std::string taken = arguments_text(body->parameters.size());
    const std::string given = std::to_string(arguments_given(value));
    if (arguments_given(value) == body->parameters.size()) return;
    if (checking_.used_bodies.contains(&child)) {
        checking_.diagnostics.add(wrong_arity, value.span, {"the body", *name, taken, given});
    } else {
        checking_.diagnostics.add(unfit_parent, value.span, {*name, taken, given, child.name});
    }
}

void ReferenceCheck::bundle(
    const ast::Expression& value, std::string_view attribute, const Setting& setting
) {
    arguments(value);
    const auto name = name_used(value);
    if (!name) {
        checking_.diagnostics.add(not_a_name, value.span, {attribute, "bundle"});
        return;
    }
    if (has_reference(*name)) return;
    const std::vector<std::string_view> types = bundle_types_of(attribute);
    const ast::Bundle* bundle = checking_.definitions.bundle(types, *name, setting.name_space);
    if (bundle == nullptr) return undefined_bundle(value, attribute, setting);
    arity_of_bundle(value, *bundle, attribute, setting.reach);
}

void ReferenceCheck::undefined_bundle(
    const ast::Expression& value, std::string_view attribute, const Setting& setting
) {
    // The loader looks up the bundle sequence: only it knows whether missing bundles are ignored.
    const bool looked_up_later = attribute == "bundlesequence";
    if (!checking_.whole() || !checking_.strict() || looked_up_later) return;
    const std::string_view name = *name_used(value);
    const std::vector<std::string> known =
        checking_.definitions.bundle_names(bundle_types_of(attribute), setting.name_space);
    checking_.diagnostics.add(
        setting.reach == Reach::always ? undefined_bundle_used : perhaps_undefined_bundle,
        value.span,
        {name},
        hint_for_bundle(name, attribute, known)
    );
}

/// The reference finds a wrong number before a run only for `usebundle`.
void ReferenceCheck::arity_of_bundle(
    const ast::Expression& value, const ast::Bundle& bundle, std::string_view attribute, Reach reach
) {
    const bool is_call = std::holds_alternative<Boxed<ast::Call>>(value.node);
    const std::size_t taken = bundle.parameters.size();
    const std::size_t given = arguments_given(value);
    const std::string_view name = *name_used(value);
    if (!is_call && taken > 0 && checking_.strict())
        checking_.diagnostics.add(no_arguments, value.span, {name, arguments_text(taken)});
    if (!is_call || given == taken) return;
    if (!checking_.strict() && attribute != "usebundle") return;
    const std::string count = std::to_string(given);
    const bool is_certain = reach == Reach::always || !checking_.strict();
    const DiagnosticKind& kind = is_certain ? wrong_arity : perhaps_wrong_arity;
    checking_.diagnostics.add(kind, value.span, {"the bundle", name, arguments_text(taken), count})
        .notes = {{"defined here", bundle.span}};
}

void ReferenceCheck::arguments(const ast::Expression& value) {
    const auto* call = boxed_if<ast::Call>(value.node);
    if (call == nullptr) return;
    for (const ast::Expression& item : call->arguments)
        calls_.in(item);
}

} // namespace vow::cfengine
