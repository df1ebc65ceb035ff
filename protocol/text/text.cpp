#include "protocol/text/text.h"

#include <algorithm>
#include <string_view>

namespace vow {

std::string_view trimmed(std::string_view text, std::string_view blanks) {
    const auto first = text.find_first_not_of(blanks);
    if (first == text.npos) return text.substr(0, 0);
    return text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

std::string lower_case(std::string_view text) {
    std::string lower(text);
    for (char& letter : lower) {
        if (letter >= 'A' && letter <= 'Z') letter = static_cast<char>(letter - 'A' + 'a');
    }
    return lower;
}

std::vector<std::string_view> lines_of(std::string_view text) {
    std::vector<std::string_view> lines;
    while (!text.empty()) {
        const auto end = text.find('\n');
        lines.push_back(text.substr(0, end));
        text.remove_prefix(end == text.npos ? text.size() : end + 1);
    }
    return lines;
}

std::vector<std::string_view> filled_lines_of(std::string_view text) {
    std::vector<std::string_view> lines = lines_of(text);
    std::erase_if(lines, [](std::string_view line) { return line.empty(); });
    return lines;
}

std::string with_plain_line_ends(std::string_view text) {
    constexpr std::string_view line_end = "\r\n";
    std::string plain;
    plain.reserve(text.size());
    for (std::size_t at = 0; at < text.size(); ++at) {
        if (!text.substr(at).starts_with(line_end)) plain += text[at];
    }
    return plain;
}

std::string_view last_line_of(std::string_view text) {
    return text.substr(text.find_last_of('\n') + 1); // npos + 1 is 0
}

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

std::string folder_of(const std::string& path) {
    const auto slash = path.rfind('/');
    return slash == path.npos ? "." : path.substr(0, slash);
}

std::string base_name_of(const std::string& path) {
    return path.substr(path.rfind('/') + 1);
}

bool leads_below(std::string_view target) {
    if (target.empty() || target.starts_with('/')) return false;
    while (!target.empty()) {
        const std::size_t end = std::min(target.find('/'), target.size());
        if (target.substr(0, end) == "..") return false;
        target.remove_prefix(std::min(end + 1, target.size()));
    }
    return true;
}

std::string hexadecimal(unsigned char byte) {
    constexpr std::string_view digits = "0123456789abcdef";
    return {digits[byte >> 4U], digits[byte & 0xfU]};
}

std::string hexadecimal(std::string_view bytes) {
    std::string digits;
    digits.reserve(2 * bytes.size());
    for (const char byte : bytes)
        digits += hexadecimal(static_cast<unsigned char>(byte));
    return digits;
}

std::string canonified(std::string_view text) {
    std::string name(text);
    for (char& letter : name) {
        const bool stays = (letter >= '0' && letter <= '9') || (letter >= 'A' && letter <= 'Z') ||
                           (letter >= 'a' && letter <= 'z');
        if (!stays) letter = '_';
    }
    return name;
}

} // namespace vow
