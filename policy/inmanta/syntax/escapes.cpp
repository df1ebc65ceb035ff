#include "policy/inmanta/syntax/lexer.h"

#include <charconv>
#include <cstdint>
#include <optional>

namespace vow::inmanta {
namespace {

constexpr std::string_view simple_escapes = "\\'\"abfnrtv";
constexpr std::string_view simple_values = "\\'\"\a\b\f\n\r\t\v";

void append_utf8(std::string& out, std::uint32_t code) {
    const auto put = [&out](std::uint32_t byte) { out += static_cast<char>(byte); };
    if (code < 0x80) {
        put(code);
    } else if (code < 0x800) {
        put(0xC0U | code >> 6U);
        put(0x80U | (code & 0x3FU));
    } else if (code < 0x10000) {
        put(0xE0U | code >> 12U);
        put(0x80U | (code >> 6U & 0x3FU));
        put(0x80U | (code & 0x3FU));
    } else {
        put(0xF0U | code >> 18U);
        put(0x80U | (code >> 12U & 0x3FU));
        put(0x80U | (code >> 6U & 0x3FU));
        put(0x80U | (code & 0x3FU));
    }
}

std::optional<std::uint32_t> code_of(std::string_view digits, std::size_t count, int base) {
    std::uint32_t code = 0;
    const std::string_view part = digits.substr(0, count);
    const auto [end, fault] = std::from_chars(part.data(), part.data() + part.size(), code, base);
    const bool is_whole = part.size() == count && end == part.data() + part.size();
    if (fault != std::errc() || !is_whole || code > 0x10FFFF) return std::nullopt;
    return code;
}

/// How many hexadecimal digits follow a letter; 0 for other letters.
std::size_t digits_after(char letter) {
    return letter == 'x' ? 2 : letter == 'u' ? 4 : letter == 'U' ? 8 : 0;
}

} // namespace

Unescaped unescaped(std::string_view text) {
    Unescaped result;
    for (std::size_t at = 0; at < text.size(); ++at) {
        if (text[at] != '\\' || at + 1 == text.size()) {
            result.text += text[at];
            continue;
        }
        const char letter = text[at + 1];
        const std::string_view rest = text.substr(at + 2);
        const std::size_t simple = simple_escapes.find(letter);
        const std::size_t digits = digits_after(letter);
        const auto code = digits > 0 ? code_of(rest, digits, 16) : std::nullopt;
        if (letter == '\n') {
            ++at;
        } else if (simple != std::string_view::npos) {
            result.text += simple_values[simple];
            ++at;
        } else if (code) {
            append_utf8(result.text, *code);
            at += 1 + digits;
        } else {
            result.unknown.emplace_back(text.substr(at, 2));
            result.text += '\\';
        }
    }
    return result;
}

} // namespace vow::inmanta
