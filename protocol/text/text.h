#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace vow {

/// The text without the blanks at both ends: a view of it, even when nothing is left.
std::string_view trimmed(std::string_view text, std::string_view blanks = " \t\r\n");

/// The text with ASCII letters in lower case; all other bytes stay.
std::string lower_case(std::string_view text);

/// The lines of a text without their newlines. Bytes after the last newline are a line, too. Views
/// of `text`.
std::vector<std::string_view> lines_of(std::string_view text);

/// The lines that are not empty.
std::vector<std::string_view> filled_lines_of(std::string_view text);

/// The text with each line end of Windows as a newline.
std::string with_plain_line_ends(std::string_view text);

/// The last line of a text that does not end with a newline.
std::string_view last_line_of(std::string_view text);

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

// The parts of a path as a text. They do not use the file system.

/// Everything before the last slash; "." without a slash.
std::string folder_of(const std::string& path);

/// Everything after the last slash.
std::string base_name_of(const std::string& path);

/// Whether the target of a link is a name below the link's own folder, whatever is there. Such a
/// link does not lead out of that folder, nor of another that it is moved to.
bool leads_below(std::string_view target);

/// The two hexadecimal digits of a byte, in lower case.
std::string hexadecimal(unsigned char byte);
/// Those of each byte.
std::string hexadecimal(std::string_view bytes);

/// A text as the name of a class or variable: every character but ASCII letters and digits becomes
/// an underscore.
std::string canonified(std::string_view text);

} // namespace vow
