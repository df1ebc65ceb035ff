#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace vow {

/// Splits a command line that is started without a shell at blanks. A word that begins with ", ' or
/// ` extends to the next such mark, including blanks; nothing else is special.
std::vector<std::string> words_of(std::string_view line);

/// The pieces of a text between separators, including empty ones; one piece without a separator.
/// Views of `text`.
std::vector<std::string_view> split_at(std::string_view text, char separator);

/// A word for a shell: in single quotes if it needs them.
std::string shell_word(std::string_view text);

/// Joins texts, with `separator` between them.
template <class Words>
std::string joined(const Words& words, std::string_view separator) {
    std::string text;
    bool is_first = true;
    for (const std::string_view word : words) {
        if (!is_first) text += separator;
        is_first = false;
        text += word;
    }
    return text;
}

} // namespace vow
