#pragma once

#include "protocol/promise/change.h"

#include <string>
#include <string_view>
#include <vector>

namespace vow::agent {

/// Whether diffs are coloured.
enum class Colored { no, yes };

/// Whether changes were made, or would be.
enum class Mood { made, planned };

constexpr std::string_view red_text = "\x1b[31m";
constexpr std::string_view green_text = "\x1b[32m";
constexpr std::string_view cyan_text = "\x1b[36m";

// How changes are shown to people. All texts come without control characters.

/// '+' for an object that is created, '~' for one that is updated, '-' for one that is removed.
char mark_of(const Change& change);
/// The colour of a line that begins with the mark; empty for none.
std::string_view color_of(char mark);
/// A line and its end.
std::string colored_line(std::string_view color, std::string_view line, Colored colored);

/// "~ /etc/motd  mode 0600 -> 0644".
std::string headline(const Change& change);

/// Each line of a unified difference, indented; empty for none.
std::string diff_text(std::string_view diff, Colored colored);

/// "created; mode 0644; content +1 line": what the changes of a promise amount to. Objects other
/// than the promiser come last, with their names; of many changes the first are shown, and the rest
/// counted.
std::string summary_of(const std::vector<Change>& changes, std::string_view promiser, Mood mood);

} // namespace vow::agent
