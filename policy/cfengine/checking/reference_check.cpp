#include "policy/cfengine/checking/reference_check.h"

#include "policy/cfengine/checking/literal.h"

namespace vow::cfengine {

namespace {

constexpr DiagnosticKind quoted_body{
    "quoted-body", "'{}' takes the name of a body, without quotes"};
constexpr DiagnosticKind not_a_name{"not-a-name", "'{}' takes the name of a {}"};
constexpr DiagnosticKind undefined_body{"undefined-body", "there is no body '{}' of type '{}'"};
constexpr DiagnosticKind undefined_bundle{"undefined-bundle", "there is no bundle '{}'"};
constexpr DiagnosticKind no_arguments{
    "no-arguments",
    "the bundle '{}' takes {}; none is given, so its parameters stay unresolved",
    Severity::warning};

/// The types of bundle that the attribute may name.
std::vector<std::string_view> bundle_types_of(std::string_view attribute) {
    if (attribute == "edit_line" || attribute == "edit_xml") return {attribute};
    return {"agent", "common"};
}

} // namespace

void ReferenceCheck::body(const ast::Expression& value, std::string_view type) {
    if (std::holds_alternative<ast::Quoted>(value.node)) {
        checking_.diagnostics.add(quoted_body, value.span, {type});
        return;
    }
    parent(value, type);
}

void ReferenceCheck::parent(const ast::Expression& value, std::string_view type) {
    if (const auto* call = std::get_if<ast::Call>(&value.node)) {
        for (const ast::Expression& item : call->arguments)
            calls_.in(item);
        return defined_body(value, call->name, call->arguments.size(), type);
    }
    const auto name = literal_text(value);
    if (!name) {
        checking_.diagnostics.add(not_a_name, value.span, {type, "body"});
        return;
    }
    defined_body(value, *name, 0, type);
}

void ReferenceCheck::defined_body(
    const ast::Expression& value, std::string_view name, std::size_t given, std::string_view type
) {
    if (has_reference(name) || !checking_.whole()) return;
    const ast::Body* body = checking_.definitions.body(type, name);
    if (body == nullptr) {
        checking_.diagnostics.add(
            undefined_body,
            value.span,
            {name, type},
            did_you_mean(name, checking_.definitions.body_names(type))
        );
    } else if (given != body->parameters.size() && checking_.strict()) {
        checking_.diagnostics.add(
            wrong_arity,
            value.span,
            {"the body", name, arguments_text(body->parameters.size()), std::to_string(given)}
        );
    }
}

void ReferenceCheck::bundle(
    const ast::Expression& value, std::string_view attribute, std::string_view name_space
) {
    const auto* call = std::get_if<ast::Call>(&value.node);
    if (call != nullptr) {
        for (const ast::Expression& item : call->arguments)
            calls_.in(item);
    }
    const auto text = call != nullptr ? call->name : literal_text(value);
    if (!text) {
        checking_.diagnostics.add(not_a_name, value.span, {attribute, "bundle"});
        return;
    }
    if (has_reference(*text)) return;
    const std::vector<std::string_view> types = bundle_types_of(attribute);
    const ast::Bundle* bundle = checking_.definitions.bundle(types, *text, name_space);
    if (bundle == nullptr) {
        // The bundle sequence is looked up when it is known whether missing bundles are ignored.
        const bool looked_up_later = attribute == "bundlesequence";
        if (!checking_.whole() || !checking_.strict() || looked_up_later) return;
        checking_.diagnostics.add(
            undefined_bundle,
            value.span,
            {*text},
            did_you_mean(*text, checking_.definitions.bundle_names(types))
        );
        return;
    }
    const std::size_t taken = bundle->parameters.size();
    if (call == nullptr && taken > 0 && checking_.strict()) {
        checking_.diagnostics.add(no_arguments, value.span, {*text, arguments_text(taken)});
    }
    if (call == nullptr || call->arguments.size() == taken) return;
    const std::string given = std::to_string(call->arguments.size());
    checking_.diagnostics.add(
        wrong_arity, value.span, {"the bundle", *text, arguments_text(taken), given}
    );
}

} // namespace vow::cfengine
