#include "policy/cfengine/values/variable_name.h"

#include <algorithm>
#include <array>

namespace vow::cfengine {
namespace {

constexpr std::array<std::string_view, 8> special_bundles = {
    "sys", "const", "this", "match", "edit", "mon", "def", "connection"};

/// The indices in `text`, which begins with `[`; nullopt if brackets do not match.
std::optional<std::vector<std::string_view>> read_indices(std::string_view text) {
    std::vector<std::string_view> indices;
    while (!text.empty()) {
        if (text.front() != '[') return {};
        int depth = 0;
        std::size_t end = 0;
        for (; end < text.size(); ++end) {
            if (text[end] == '[') ++depth;
            if (text[end] == ']' && --depth == 0) break;
        }
        if (end == text.size()) return {};
        indices.push_back(text.substr(1, end - 1));
        text.remove_prefix(end + 1);
    }
    return indices;
}

} // namespace

std::optional<VariableName> read_variable_name(std::string_view text) {
    VariableName read;
    const std::size_t bracket = std::min(text.find('['), text.size());
    std::string_view plain = text.substr(0, bracket);
    if (const auto colon = plain.find(':'); colon != plain.npos) {
        read.name_space = plain.substr(0, colon);
        plain.remove_prefix(colon + 1);
    }
    if (const auto dot = plain.find('.'); dot != plain.npos) {
        read.bundle = plain.substr(0, dot);
        plain.remove_prefix(dot + 1);
        if (read.bundle.empty()) return {};
    }
    read.name = plain;
    if (plain.empty()) return {};
    auto indices = read_indices(text.substr(bracket));
    if (!indices) return {};
    read.indices = std::move(*indices);
    return read;
}

bool is_special_bundle(std::string_view bundle) {
    return std::find(special_bundles.begin(), special_bundles.end(), bundle) !=
           special_bundles.end();
}

std::string qualified_bundle(std::string_view name_space, std::string_view bundle) {
    if (is_special_bundle(bundle)) return std::string(bundle);
    std::string qualified(name_space.empty() ? "default" : name_space);
    qualified += ':';
    qualified += bundle;
    return qualified;
}

bool refers_to(std::string_view text, std::string_view name) {
    for (auto at = text.find(name); at != text.npos; at = text.find(name, at + 1)) {
        if (at < 2 || at + name.size() == text.size()) continue;
        const char sigil = text[at - 2];
        const char open = text[at - 1];
        const char close = text[at + name.size()];
        const bool closes = (open == '(' && close == ')') || (open == '{' && close == '}');
        if ((sigil == '$' || sigil == '@') && closes) return true;
    }
    return false;
}

} // namespace vow::cfengine
