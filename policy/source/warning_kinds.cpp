#include "policy/source/warning_kinds.h"

#include <algorithm>
#include <array>

namespace vow {

namespace {

constexpr std::array kinds = {
    WarningKind{"undefined-variable", "a variable or list that nothing defines"},
    WarningKind{"undefined-class", "a class that nothing defines"},
    WarningKind{"undefined-handle", "a dependency on a promise that does not exist"},
    WarningKind{"undefined-bundle", "a bundle or module that nothing defines"},
    WarningKind{"undefined-body", "a body that nothing defines"},
    WarningKind{"unused-variable", "a variable whose value is never used"},
    WarningKind{"unused-bundle", "a bundle or module that is never called"},
    WarningKind{"unused-body", "a body that is never used"},
    WarningKind{"never-runs", "a promise, statement or step that can never run"},
    WarningKind{"cyclic-dependency", "promises that wait for each other"},
    WarningKind{"without-effect", "an attribute or argument that changes nothing here"},
    WarningKind{"conflict", "two promises that want different values for one object"},
    WarningKind{"unreachable-step", "a step that nothing leads to", "never-runs"},
    WarningKind{"ignored-cleanup", "`cleanup` of a step at the top", "without-effect"},
    WarningKind{"ignored-selector", "`selector` beside `target_num`", "without-effect"},
    WarningKind{"lost-requirements", "`requires` that leads to no resource", "without-effect"},
};

constexpr std::string_view mark = "vow: allow";
constexpr std::string_view letters = "abcdefghijklmnopqrstuvwxyz-";

/// Whether the text ends with the mark that begins a comment, and blanks.
bool begins_comment(std::string_view before) {
    const std::size_t last = before.find_last_not_of(" \t");
    if (last == before.npos) return false;
    return before[last] == '#' || (last > 0 && before.substr(last - 1, 2) == "//");
}

/// The words at the beginning of a text, separated by commas.
std::vector<std::string_view> words_at(std::string_view text) {
    std::vector<std::string_view> words;
    while (true) {
        text.remove_prefix(std::min(text.find_first_not_of(" \t"), text.size()));
        const std::size_t end = std::min(text.find_first_not_of(letters), text.size());
        if (end == 0) return words;
        words.push_back(text.substr(0, end));
        text.remove_prefix(end);
        if (!text.starts_with(',')) return words;
        text.remove_prefix(1);
    }
}

template <class Words>
bool holds(const Words& words, const WarningKind& kind) {
    return std::ranges::any_of(words, [&](std::string_view word) {
        return word == kind.name || word == kind.general;
    });
}

} // namespace

std::span<const WarningKind> warning_kinds() {
    return kinds;
}

const WarningKind* find_warning_kind(std::string_view name) {
    const auto* const found = std::ranges::find(kinds, name, &WarningKind::name);
    return found == kinds.end() ? nullptr : found;
}

bool AllowedWarnings::allow(std::string_view kind, const Span& place) {
    const WarningKind* const known = find_warning_kind(kind);
    if (known == nullptr) return false;
    if (holds(everywhere_, *known)) return true;
    if (place.source == nullptr) return false;
    const Comments& comments = comments_of(*place.source);
    if (holds(comments.of_file, *known)) return true;
    if (comments.of_line.empty()) return false;
    const std::uint32_t line = place.position().line;
    return std::ranges::any_of(std::array{line, line - 1}, [&](std::uint32_t near) {
        const auto found = comments.of_line.find(near);
        return found != comments.of_line.end() && holds(found->second, *known);
    });
}

const AllowedWarnings::Comments& AllowedWarnings::comments_of(const SourceText& source) {
    const auto [known, is_new] = comments_.try_emplace(&source);
    if (!is_new) return known->second;
    const std::string_view text = source.text();
    for (std::size_t at = text.find(mark); at != text.npos; at = text.find(mark, at + 1)) {
        const auto offset = static_cast<std::uint32_t>(at);
        const std::uint32_t start = source.line_start(offset);
        if (!begins_comment(text.substr(start, at - start))) continue;
        constexpr std::string_view of_file = "-file ";
        std::string_view rest = text.substr(at + mark.size());
        const bool is_for_file = rest.starts_with(of_file);
        rest.remove_prefix(is_for_file ? of_file.size() : 0);
        if (!is_for_file && !rest.starts_with(' ')) continue;
        auto& allowed = is_for_file ? known->second.of_file
                                    : known->second.of_line[source.position(offset).line];
        const auto words = words_at(rest.substr(0, rest.find('\n')));
        allowed.insert(allowed.end(), words.begin(), words.end());
    }
    return known->second;
}

} // namespace vow
