#pragma once

#include <string>
#include <string_view>

namespace vow {

/// True for text (binary_bytes_of) in UTF-8: what a person can read as lines.
bool is_shown_text(std::string_view content);

/// The difference between two texts, as `diff -u` has it: three lines of context, a header with the
/// path on both sides. Empty for equal texts. Texts that differ in more than some thousand places
/// get a difference that need not be the shortest; one of more than 64 KiB is cut, and its
/// last line counts the rest.
///
/// The algorithm is that of Myers in linear space ("An O(ND) Difference Algorithm and Its
/// Variations", 1986).
std::string unified_diff(std::string_view before, std::string_view after, std::string_view path);

/// The number of lines that a unified difference adds and removes.
struct DiffCount {
    std::size_t added = 0;
    std::size_t removed = 0;

    static DiffCount of(std::string_view diff);
};

} // namespace vow
