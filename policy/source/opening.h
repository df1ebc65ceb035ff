#pragma once

#include <span>
#include <string_view>

namespace vow {

/// How the text of a policy begins, by which its language is guessed where its name leaves it open.
/// `text` may be cut off anywhere.

/// The text from its first word on: blanks, a byte order mark and lines of comments, which begin
/// with `#`, are skipped.
std::string_view without_leading_comments(std::string_view text);

/// Whether the text begins with one of these words and a blank.
bool begins_with_word(std::string_view text, std::span<const std::string_view> words);

} // namespace vow
