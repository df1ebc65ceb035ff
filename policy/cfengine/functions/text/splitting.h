#pragma once

#include "policy/cfengine/functions/text/regex.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace vow::cfengine {

enum class Blanks { keep, drop };

/// The pieces of a text between matches of the separator; at most `limit`, what is beyond is
/// dropped. No pieces: the text is empty. An empty match ends the splitting.
std::vector<std::string> split(
    const Regex& separator,
    std::string_view text,
    std::size_t limit = std::size_t(-1),
    Blanks blanks = Blanks::keep
);

/// The same, but the last piece holds all that is left. `limit` is at least 1.
std::vector<std::string>
split_with_rest(const Regex& separator, std::string_view text, std::size_t limit);

} // namespace vow::cfengine
