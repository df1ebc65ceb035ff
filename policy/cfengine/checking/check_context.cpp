#include "policy/cfengine/checking/check_context.h"

#include "policy/cfengine/syntax/quoted.h"

#include <algorithm>

namespace vow::cfengine {

const DiagnosticKind wrong_arity{"wrong-arity", "{} '{}' takes {}, not {}"};

namespace {

constexpr DiagnosticKind deprecated_attribute{
    "deprecated-attribute", "the attribute '{}' is deprecated", Severity::warning};
constexpr DiagnosticKind removed_attribute{
    "removed-attribute", "the attribute '{}' is no longer used", Severity::warning};
constexpr DiagnosticKind missing_type{
    "not-implemented", "promises of the type '{}' cannot be kept: {}", Severity::warning};

} // namespace

Span CheckContext::span_of(std::string_view part, const Span& near) const {
    const auto begin = static_cast<std::uint32_t>(part.data() - near.source->text().data());
    return {near.source, begin, begin + static_cast<std::uint32_t>(part.size())};
}

void CheckContext::check_status(const ast::Attribute& attribute, SyntaxStatus status) {
    if (status == SyntaxStatus::normal) return;
    const bool removed = status == SyntaxStatus::removed;
    diagnostics.add(
        removed ? removed_attribute : deprecated_attribute, attribute.span, {attribute.name}
    );
}

void CheckContext::check_missing_type(Span span, std::string_view type) {
    const auto missing = std::ranges::find(options.missing_types, type, &MissingType::name);
    if (missing == options.missing_types.end() || !reported_missing.emplace(type).second) return;
    diagnostics.add(
        missing_type, span, {missing->name, missing->reason}, std::string(missing->alternative)
    );
}

Span place_in(const ast::Expression& quoted, std::size_t offset) {
    Span place = quoted.span;
    place.begin += static_cast<std::uint32_t>(offset_in_quotes(place.text(), offset));
    place.end = std::min(place.begin + 1, quoted.span.end);
    return place;
}

std::string arguments_text(std::size_t count) {
    return std::to_string(count) + (count == 1 ? " argument" : " arguments");
}

} // namespace vow::cfengine
