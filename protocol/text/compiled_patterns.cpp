#include "protocol/text/compiled_patterns.h"

namespace vow {

bool CompiledPatterns::matches(std::string_view text, std::string_view pattern) {
    if (pattern.empty()) return true;
    auto found = compiled_.find(pattern);
    if (found == compiled_.end()) {
        std::string words(pattern);
        auto compiled = Pattern::compile("(?-sm:" + words + ")");
        found = compiled_.emplace(std::move(words), std::move(compiled)).first;
    }
    return found->second && found->second->matches(text);
}

} // namespace vow
