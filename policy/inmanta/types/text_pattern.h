#pragma once

#include "protocol/text/regex.h"

#include <string>
#include <string_view>

namespace vow::inmanta {

/// A regular expression of a model, which a text matches from its start.
class TextPattern {
public:
    /// Throws ModelError if it is not one.
    explicit TextPattern(const std::string& pattern);

    /// Throws ModelError if that takes too long to find out.
    bool matches(std::string_view text) const;

private:
    std::string written_;
    Regex regex_;
};

} // namespace vow::inmanta
