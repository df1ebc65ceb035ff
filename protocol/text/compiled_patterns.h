#pragma once

#include "protocol/text/pattern.h"

#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace vow {

/// The patterns of descriptions, each compiled when it is first asked for. For one thread.
class CompiledPatterns {
public:
    /// Whether the whole text matches. A dot ends with its line, as in most languages. What is no
    /// pattern matches nothing; an empty one everything.
    bool matches(std::string_view text, std::string_view pattern);

private:
    std::map<std::string, std::optional<Pattern>, std::less<>> compiled_;
};

} // namespace vow
