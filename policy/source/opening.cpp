#include "policy/source/opening.h"

#include "policy/source/source_text.h"

#include <algorithm>

namespace vow {
namespace {

constexpr std::string_view blanks = " \t\r\n";

} // namespace

std::string_view without_leading_comments(std::string_view text) {
    if (text.starts_with(byte_order_mark)) text.remove_prefix(byte_order_mark.size());
    while (true) {
        text.remove_prefix(std::min(text.find_first_not_of(blanks), text.size()));
        if (!text.starts_with('#')) return text;
        text.remove_prefix(std::min(text.find('\n'), text.size()));
    }
}

bool begins_with_word(std::string_view text, std::span<const std::string_view> words) {
    return std::ranges::any_of(words, [text](std::string_view word) {
        return text.starts_with(word) && text.size() > word.size() &&
               blanks.find(text[word.size()]) != blanks.npos;
    });
}

} // namespace vow
