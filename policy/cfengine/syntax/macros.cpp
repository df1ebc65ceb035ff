#include "policy/cfengine/syntax/lexer.h"
#include "protocol/text/text.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>

namespace vow::cfengine {

namespace {

constexpr DiagnosticKind macro_not_first{
    "macro-not-first", "a macro must be at the beginning of its line"};
constexpr DiagnosticKind nested_macro{"nested-macro", "an @if inside another @if"};
constexpr DiagnosticKind unmatched_macro{"unmatched-macro", "'{}' without an @if before it"};
constexpr DiagnosticKind unclosed_macro{"unclosed-macro", "this @if has no @endif"};
constexpr DiagnosticKind unknown_macro{"unknown-macro", "'{}' is not a condition of @if"};

/// The features that a policy can test with @if feature(NAME).
constexpr std::array<std::string_view, 5> features = {
    "copyfrom_restrict_keys", "def_json_preparse", "host_specific_data_load", "xml", "yaml"};

constexpr std::string_view blanks = " \t\r";

/// Compares the language's version with `version`, in as many parts as the latter has: 3.27.4
/// equals 3.27. nullopt if it is not a version.
std::optional<int> compared_with(std::string_view version) {
    std::string_view own = language_version;
    for (int parts = 0; parts < 3; ++parts) {
        int wanted = 0;
        int mine = 0;
        const char* const end = version.data() + version.size();
        const auto read = std::from_chars(version.data(), end, wanted);
        const auto read_own = std::from_chars(own.data(), own.data() + own.size(), mine);
        if (read.ec != std::errc() || (read.ptr != end && *read.ptr != '.')) return std::nullopt;
        const bool last = read.ptr == end;
        if (mine != wanted) return mine < wanted ? -1 : 1;
        if (last) return 0;
        version.remove_prefix(static_cast<std::size_t>(read.ptr - version.data()) + 1);
        own.remove_prefix(
            std::min(own.size(), static_cast<std::size_t>(read_own.ptr - own.data()) + 1)
        );
    }
    return std::nullopt;
}

/// A condition on how our version compares with the given one.
struct VersionCondition {
    std::string_view name;
    bool (*holds)(int order);
};

constexpr std::array<VersionCondition, 5> version_conditions = {{
    {"minimum_version", [](int order) { return order >= 0; }},
    {"maximum_version", [](int order) { return order <= 0; }},
    {"at_version", [](int order) { return order == 0; }},
    {"before_version", [](int order) { return order < 0; }},
    {"after_version", [](int order) { return order > 0; }},
}};

/// Whether NAME(ARGUMENT) holds; nullopt if it is not a condition.
std::optional<bool> holds(std::string_view name, std::string_view argument) {
    if (name == "feature") {
        return std::find(features.begin(), features.end(), argument) != features.end();
    }
    if (name == "between_versions") {
        const std::size_t comma = argument.find(',');
        if (comma == std::string_view::npos) return std::nullopt;
        const auto low = compared_with(trimmed(argument.substr(0, comma)));
        const auto high = compared_with(trimmed(argument.substr(comma + 1)));
        if (!low || !high) return std::nullopt;
        return *low >= 0 && *high <= 0;
    }
    for (const VersionCondition& condition : version_conditions) {
        if (condition.name != name) continue;
        const auto order = compared_with(argument);
        if (!order) return std::nullopt;
        return condition.holds(*order);
    }
    return std::nullopt;
}

bool begins_word(std::string_view text, std::string_view word) {
    if (!text.starts_with(word)) return false;
    if (text.size() == word.size()) return true;
    const char next = text[word.size()];
    return next == '\n' || next == '#' || blanks.find(next) != std::string_view::npos;
}

std::string_view line_at(std::string_view text, std::size_t offset) {
    return text.substr(offset, std::min(text.find('\n', offset), text.size()) - offset);
}

} // namespace

bool Macros::begins_at(std::size_t offset) const {
    const std::string_view rest = text_.substr(offset);
    return begins_word(rest, "@if") || begins_word(rest, "@else") || begins_word(rest, "@endif");
}

std::size_t Macros::read(std::size_t offset) {
    const std::string_view line = line_at(text_, offset);
    const std::string_view name = line.substr(0, line.find_first_of(" \t\r#"));
    const std::size_t end = offset + line.size();
    if (offset > 0 && text_[offset - 1] != '\n') {
        diagnostics_.add(macro_not_first, span(offset, name.size()), {});
        return end;
    }
    if (name == "@if") return read_if(offset, line);
    if (opened_at_ == std::string_view::npos) {
        diagnostics_.add(unmatched_macro, span(offset, name.size()), {name});
        return end;
    }
    if (name == "@else") return skip_branch(end);
    opened_at_ = std::string_view::npos;
    return offset + name.size();
}

std::size_t Macros::read_if(std::size_t offset, std::string_view line) {
    const std::size_t close = line.find(')');
    const std::size_t open = line.find('(');
    if (opened_at_ != std::string_view::npos) {
        diagnostics_.add(nested_macro, span(offset, 3), {});
        return offset + line.size();
    }
    std::optional<bool> holds_here;
    if (close != std::string_view::npos && open < close) {
        holds_here = holds(
            trimmed(line.substr(3, open - 3)), trimmed(line.substr(open + 1, close - open - 1))
        );
    }
    opened_at_ = offset;
    if (!holds_here) {
        const std::string_view condition = trimmed(line.substr(3));
        diagnostics_.add(unknown_macro, span(offset, line.size()), {condition});
        return offset + line.size();
    }
    return *holds_here ? offset + close + 1 : skip_branch(offset + line.size());
}

/// Skips the lines of a branch and the @else or @endif that ends it.
std::size_t Macros::skip_branch(std::size_t offset) {
    while (true) {
        const std::size_t newline = text_.find('\n', offset);
        if (newline == std::string_view::npos) return text_.size();
        offset = newline + 1;
        const std::string_view rest = text_.substr(offset);
        if (begins_word(rest, "@else")) return offset + std::string_view("@else").size();
        if (begins_word(rest, "@endif")) {
            opened_at_ = std::string_view::npos;
            return offset + std::string_view("@endif").size();
        }
    }
}

void Macros::finish() {
    if (opened_at_ == std::string_view::npos) return;
    diagnostics_.add(unclosed_macro, span(opened_at_, 3), {});
    opened_at_ = std::string_view::npos;
}

Span Macros::span(std::size_t offset, std::size_t length) const {
    return {
        &source_, static_cast<std::uint32_t>(offset), static_cast<std::uint32_t>(offset + length)};
}

} // namespace vow::cfengine
