#pragma once

#include "protocol/text/regex.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace vow::cfengine {

enum class Blanks { keep, drop };

/// The parts of a text between matches of the separator. Parts after the first `limit` are dropped.
/// An empty text has no parts. An empty match ends the splitting.
std::vector<std::string> split(
    const Regex& separator,
    std::string_view text,
    std::size_t limit = std::size_t(-1),
    Blanks blanks = Blanks::keep
);

/// The same, but the last part holds the rest of the text. `limit` is at least 1.
std::vector<std::string>
split_with_rest(const Regex& separator, std::string_view text, std::size_t limit);

/// The groups of a match as keys and values: "0" is the whole match; the key of a named group is
/// its name. A group that did not match is empty.
std::vector<std::pair<std::string, std::string>> captures(const Regex& regex, const Match& match);

} // namespace vow::cfengine
