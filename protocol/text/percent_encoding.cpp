#include "protocol/text/percent_encoding.h"

#include <charconv>
#include <cstddef>

namespace vow {
namespace {

bool is_unreserved(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           std::string_view("-_.~").find(c) != std::string_view::npos;
}

} // namespace

std::string percent_encoded(std::string_view text) {
    constexpr std::string_view digits = "0123456789ABCDEF";
    std::string encoded;
    encoded.reserve(text.size());
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if (is_unreserved(c))
            encoded += c;
        else
            (encoded += '%').append(1, digits[byte >> 4U]).append(1, digits[byte & 15U]);
    }
    return encoded;
}

std::string percent_decoded(std::string_view text) {
    std::string plain;
    for (std::size_t at = 0; at < text.size(); ++at) {
        unsigned value = 0;
        const char* const digits = text.data() + at + 1;
        const bool is_code = text[at] == '%' && text.size() - at > 2 &&
                             std::from_chars(digits, digits + 2, value, 16).ptr == digits + 2;
        plain += is_code ? static_cast<char>(value) : text[at];
        if (is_code) at += 2;
    }
    return plain;
}

} // namespace vow
