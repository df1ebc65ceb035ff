#include "protocol/data/conversion.h"
#include "protocol/description/secrets.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace vow {
namespace {

constexpr std::size_t shortest_encoded = 8;

constexpr std::string_view lower_digits = "0123456789abcdef";
constexpr std::string_view upper_digits = "0123456789ABCDEF";

unsigned byte_of(char c) {
    return static_cast<unsigned char>(c);
}

bool is_letter_or_digit(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

std::string in_json(std::string_view text) {
    std::string quoted;
    append_json_string(quoted, text);
    return quoted.substr(1, quoted.size() - 2);
}

void append_unit(std::string& out, std::uint32_t unit) {
    out += "\\u";
    for (const unsigned shift : {12U, 8U, 4U, 0U})
        out += lower_digits[(unit >> shift) & 0xFU];
}

/// JSON in the form of libraries that escape everything except ASCII, by `\u` and lower-case
/// digits. The text is UTF-8.
std::string in_ascii_json(std::string_view text) {
    std::string ascii;
    const std::string json = in_json(text);
    for (std::size_t at = 0; at < json.size();) {
        const auto first = static_cast<unsigned char>(json[at++]);
        if (first < 0x80) {
            ascii += static_cast<char>(first);
            continue;
        }
        std::uint32_t letter = first >= 0xF0   ? first & 0x07U
                               : first >= 0xE0 ? first & 0x0FU
                                               : first & 0x1FU;
        for (; at < json.size() && (static_cast<unsigned char>(json[at]) & 0xC0U) == 0x80U; ++at)
            letter = (letter << 6U) | (static_cast<unsigned char>(json[at]) & 0x3FU);
        if (letter < 0x10000) {
            append_unit(ascii, letter);
        } else {
            append_unit(ascii, 0xD800 + ((letter - 0x10000) >> 10U));
            append_unit(ascii, 0xDC00 + ((letter - 0x10000) & 0x3FFU));
        }
    }
    return ascii;
}

/// The letters of base64 that depend on the text alone, if `before` bytes of another text precede
/// it in its first group of three, and any follow it.
std::string inner_base64(std::string_view text, std::size_t before, std::string_view alphabet) {
    std::string letters;
    std::uint32_t bits = 0;
    unsigned count = static_cast<unsigned>(before) * 8 % 6; // of the letter that is shared
    const bool is_shared = count != 0;
    for (const char c : text) {
        bits = (bits << 8U | byte_of(c)) & 0xFFFFU;
        count += 8;
        while (count >= 6) {
            count -= 6;
            letters += alphabet[(bits >> count) & 63U];
        }
    }
    return is_shared && !letters.empty() ? letters.substr(1) : letters;
}

std::string in_hexadecimal(std::string_view text, std::string_view digits) {
    std::string hexadecimal;
    hexadecimal.reserve(text.size() * 2);
    for (const char c : text) {
        hexadecimal += digits[byte_of(c) >> 4U];
        hexadecimal += digits[byte_of(c) & 15U];
    }
    return hexadecimal;
}

std::string in_url(std::string_view text, std::string_view digits, std::string_view plain) {
    std::string url;
    for (const char c : text) {
        if (is_letter_or_digit(c) || plain.find(c) != std::string_view::npos)
            url += c;
        else
            (url += '%').append(1, digits[byte_of(c) >> 4U]).append(1, digits[byte_of(c) & 15U]);
    }
    return url;
}

using Replacements = std::array<std::pair<char, std::string_view>, 5>;
constexpr Replacements in_html = {
    {{'&', "&amp;"}, {'<', "&lt;"}, {'>', "&gt;"}, {'"', "&quot;"}, {'\'', "&#39;"}}};
constexpr Replacements in_xml = {
    {{'&', "&amp;"}, {'<', "&lt;"}, {'>', "&gt;"}, {'"', "&quot;"}, {'\'', "&apos;"}}};
constexpr Replacements in_xml_text = {
    {{'&', "&amp;"}, {'<', "&lt;"}, {'>', "&gt;"}, {'"', "\""}, {'\'', "'"}}};

std::string with_replaced(std::string_view text, const Replacements& replacements) {
    std::string replaced;
    for (const char c : text) {
        const auto* const found =
            std::ranges::find(replacements, c, &Replacements::value_type::first);
        if (found == replacements.end())
            replaced += c;
        else
            replaced += found->second;
    }
    return replaced;
}

/// Within quotes: 'it'\''s' or 'it'"'"'s', "\$5".
std::string with_replaced_quote(std::string_view text, std::string_view quote) {
    std::string quoted;
    for (const char c : text) {
        if (c == '\'')
            quoted += quote;
        else
            quoted += c;
    }
    return quoted;
}

/// A backslash before each of `marked`.
std::string with_backslashes(std::string_view text, std::string_view marked) {
    std::string escaped;
    for (const char c : text) {
        if (marked.find(c) != std::string_view::npos) escaped += '\\';
        escaped += c;
    }
    return escaped;
}

std::string as_class_name(std::string_view text) {
    std::string name(text);
    std::ranges::replace_if(
        name, [](char c) { return !is_letter_or_digit(c); }, '_'
    );
    return name;
}

} // namespace

std::vector<std::string> forms_of_secret(std::string_view secret) {
    constexpr std::string_view standard =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    constexpr std::string_view for_urls =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    std::vector<std::string> forms = {std::string(secret), in_json(secret), in_ascii_json(secret)};
    const auto add = [&](std::string form) {
        if (form.size() >= shortest_encoded) forms.push_back(std::move(form));
    };
    for (const std::size_t before : {0U, 1U, 2U}) {
        add(inner_base64(secret, before, standard));
        add(inner_base64(secret, before, for_urls));
    }
    const std::string whole = inner_base64(secret, 0, standard);
    for (const std::size_t width : {64U, 76U}) { // of the lines that programs write
        for (std::size_t at = 0; whole.size() > width && at < whole.size(); at += width)
            add(whole.substr(at, width));
    }
    for (const std::string_view digits : {lower_digits, upper_digits}) {
        add(in_hexadecimal(secret, digits));
        add(in_url(secret, digits, "-_.~"));
        add(in_url(secret, digits, "-_.~/"));
    }
    for (const Replacements* replacements : {&in_html, &in_xml, &in_xml_text})
        add(with_replaced(secret, *replacements));
    add(with_replaced_quote(secret, "'\\''"));
    add(with_replaced_quote(secret, "'\"'\"'"));
    add(with_backslashes(secret, "\\\"$`"));
    add(with_backslashes(secret, "\\'"));
    add(as_class_name(secret));
    std::ranges::sort(forms);
    forms.erase(std::unique(forms.begin(), forms.end()), forms.end());
    return forms;
}

} // namespace vow
