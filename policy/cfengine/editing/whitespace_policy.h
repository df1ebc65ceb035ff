#pragma once

#include "protocol/promise/promise.h"

#include <optional>
#include <string_view>

namespace vow::cfengine {

/// The `whitespace_policy` of an insertion: which blanks do not count when a line is looked for.
struct WhitespacePolicy {
    bool ignore_leading = false;
    bool ignore_trailing = false;
    bool ignore_embedded = false; ///< one blank is as good as several, but not as none

    /// None when it says exact_match and something else.
    static std::optional<WhitespacePolicy> from(const Attributes& promise);

    bool exact() const { return !ignore_leading && !ignore_trailing && !ignore_embedded; }
    bool equal(std::string_view left, std::string_view right) const;
};

} // namespace vow::cfengine
