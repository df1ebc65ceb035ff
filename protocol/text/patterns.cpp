#include "protocol/text/patterns.h"

#include <algorithm>

namespace vow {
namespace {

std::optional<Regex> compiled_or_none(std::string_view expression) {
    auto compiled = Regex::compile(expression);
    auto* const regex = std::get_if<Regex>(&compiled);
    return regex == nullptr ? std::nullopt : std::optional(std::move(*regex));
}

} // namespace

Patterns::Patterns(const std::vector<std::string>& expressions) {
    for (const std::string& expression : expressions) {
        if (auto pattern = compiled_or_none(expression)) patterns_.push_back(*std::move(pattern));
    }
}

bool Patterns::any_matches(std::string_view text) const {
    return std::ranges::any_of(patterns_, [&](const Regex& p) { return p.fits(text); });
}

bool CompiledPatterns::matches(std::string_view text, std::string_view pattern) {
    if (pattern.empty()) return true;
    auto found = compiled_.find(pattern);
    if (found == compiled_.end()) {
        std::string expression(pattern);
        auto compiled = compiled_or_none("(?-sm:" + expression + ")");
        found = compiled_.emplace(std::move(expression), std::move(compiled)).first;
    }
    try {
        return found->second && found->second->matches(text);
    } catch (const RegexLimitError&) {
        return false; // a value that cannot be judged is not accepted
    }
}

} // namespace vow
