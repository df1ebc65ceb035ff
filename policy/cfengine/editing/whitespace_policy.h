#pragma once

#include "protocol/promise/promise.h"

#include <optional>
#include <string_view>

namespace vow::cfengine {

/// The `whitespace_policy` of an insertion: the blanks to ignore when it compares lines.
struct WhitespacePolicy {
    bool ignore_leading = false;
    bool ignore_trailing = false;
    bool ignore_embedded = false; ///< one blank equals several, but not none

    /// nullopt when it combines exact_match with another word.
    static std::optional<WhitespacePolicy> from(const Attributes& promise);

    bool exact() const { return !ignore_leading && !ignore_trailing && !ignore_embedded; }
    bool equal(std::string_view left, std::string_view right) const;
};

} // namespace vow::cfengine
