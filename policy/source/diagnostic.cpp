#include "policy/source/diagnostic.h"

#include <algorithm>

namespace vow {

namespace {

std::string filled(std::string_view words, std::initializer_list<std::string_view> arguments) {
    std::string text;
    for (const std::string_view argument : arguments) {
        const std::size_t hole = words.find("{}");
        if (hole == std::string_view::npos) break;
        text += words.substr(0, hole);
        text += argument;
        words.remove_prefix(hole + 2);
    }
    text += words;
    return text;
}

} // namespace

Diagnostic& Diagnostics::add(
    const DiagnosticKind& kind,
    Span span,
    std::initializer_list<std::string_view> arguments,
    std::string hint
) {
    std::string message = filled(kind.words, arguments);
    const Severity severity = warnings_ == Warnings::are_errors ? Severity::error : kind.severity;
    const bool is_dropped = severity == Severity::warning && ignores_warnings_;
    if (is_dropped || (kind.severity == Severity::warning && allowed_.allow(kind.name, span)))
        return ignored_ = {&kind, span, severity, std::move(message), std::move(hint)};
    const auto [kept, is_new] =
        kept_.try_emplace(Key{&kind, span.source, span.begin, message}, items_.size());
    if (is_new) {
        items_.push_back({&kind, span, severity, std::move(message), std::move(hint)});
        if (severity == Severity::error) ++errors_;
    }
    return items_[kept->second];
}

std::vector<Diagnostic> Diagnostics::sorted() const {
    std::map<const SourceText*, std::size_t> mentioned;
    for (const Diagnostic& item : items_)
        mentioned.try_emplace(item.span.source, mentioned.size());
    const auto place = [&](const Diagnostic& item) {
        return std::tuple(mentioned.at(item.span.source), item.span.begin);
    };
    std::vector<Diagnostic> items = items_;
    std::stable_sort(items.begin(), items.end(), [&](const Diagnostic& a, const Diagnostic& b) {
        return place(a) < place(b);
    });
    return items;
}

} // namespace vow
