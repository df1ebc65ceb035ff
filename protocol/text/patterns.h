#pragma once

#include "protocol/text/regex.h"

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace vow {

/// Several patterns of which any may match.
class Patterns {
public:
    /// An expression that is not a pattern matches nothing.
    explicit Patterns(const std::vector<std::string>& expressions = {});

    bool empty() const { return patterns_.empty(); }
    /// True if the text fits one of them.
    bool any_matches(std::string_view text) const;

private:
    std::vector<Regex> patterns_;
};

/// The patterns of descriptions, each compiled when it is first used. For one thread.
class CompiledPatterns {
public:
    /// True if the whole text matches. A dot does not match a newline. An expression that is not a
    /// pattern matches nothing, and so does a search that exceeds the limits of regular
    /// expressions; an empty one matches everything.
    bool matches(std::string_view text, std::string_view pattern);

private:
    std::map<std::string, std::optional<Regex>, std::less<>> compiled_;
};

} // namespace vow
