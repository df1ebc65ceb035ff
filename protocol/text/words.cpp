#include "protocol/text/words.h"

namespace vow {

std::vector<std::string> words_of(std::string_view line) {
    constexpr std::string_view blanks = " \t\r\n\f\v";
    constexpr std::string_view quotes = "\"'`";
    std::vector<std::string> words;
    std::size_t at = line.find_first_not_of(blanks);
    while (at != std::string_view::npos) {
        const bool quoted = quotes.find(line[at]) != std::string_view::npos;
        const std::size_t begin = quoted ? at + 1 : at;
        std::size_t end = quoted ? line.find(line[at], begin) : line.find_first_of(blanks, begin);
        if (end == std::string_view::npos) end = line.size();
        words.emplace_back(line.substr(begin, end - begin));
        at = line.find_first_not_of(blanks, quoted && end < line.size() ? end + 1 : end);
    }
    return words;
}

std::vector<std::string_view> split_at(std::string_view text, char separator) {
    std::vector<std::string_view> pieces;
    while (true) {
        const std::size_t end = text.find(separator);
        pieces.push_back(text.substr(0, end));
        if (end == text.npos) return pieces;
        text.remove_prefix(end + 1);
    }
}

std::string shell_word(std::string_view text) {
    constexpr std::string_view plain =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=:,./@%";
    if (!text.empty() && text.find_first_not_of(plain) == text.npos) return std::string(text);
    std::string word = "'";
    for (const char letter : text)
        word += letter == '\'' ? std::string("'\\''") : std::string(1, letter);
    return word + "'";
}

} // namespace vow
