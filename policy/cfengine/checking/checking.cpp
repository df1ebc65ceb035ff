#include "policy/cfengine/checking/checking.h"

namespace vow::cfengine {

const DiagnosticKind wrong_arity{"wrong-arity", "{} '{}' takes {}, not {}"};
const DiagnosticKind unknown_attribute{
    "unknown-attribute", "unknown attribute '{}' of promise type '{}'"};

namespace {

constexpr DiagnosticKind not_implemented_yet{
    "not-implemented", "the {} '{}' is not implemented yet", Severity::warning};

} // namespace

Span Checking::span_of(std::string_view part, const Span& near) const {
    const auto begin = static_cast<std::uint32_t>(part.data() - near.source->text().data());
    return {near.source, begin, begin + static_cast<std::uint32_t>(part.size())};
}

void Checking::not_implemented(Span span, std::string_view what, std::string_view name) {
    if (!said_missing.insert(std::string(what) + " " + std::string(name)).second) return;
    diagnostics.add(not_implemented_yet, span, {what, name});
}

std::string arguments_text(std::size_t count) {
    return std::to_string(count) + (count == 1 ? " argument" : " arguments");
}

} // namespace vow::cfengine
