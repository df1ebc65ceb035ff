#include "policy/cfengine/functions/ordering.h"

#include "policy/cfengine/evaluation/number.h"

#include <algorithm>
#include <array>
#include <cmath>

#include <arpa/inet.h>

namespace vow::cfengine {

namespace {

/// What a text is sorted by; the text itself decides between equal keys of no meaning.
struct Key {
    int rank = 0; ///< what cannot be read so: 0
    double number = 0;
    std::string bytes = {};

    friend bool operator<(const Key& left, const Key& right) {
        if (left.rank != right.rank) return left.rank < right.rank;
        if (left.number != right.number) return left.number < right.number;
        return left.bytes < right.bytes;
    }
};

Key number_key(const std::string& text) {
    const auto number = real_from(text);
    if (!number) return {.bytes = text};
    return {.rank = 1, .number = *number};
}

Key integer_key(const std::string& text) {
    Key key = number_key(text);
    key.number = std::trunc(key.number);
    return key;
}

Key ip_key(const std::string& text) {
    std::array<unsigned char, 16> address{};
    const int family = text.find(':') == text.npos ? AF_INET : AF_INET6;
    if (inet_pton(family, text.c_str(), address.data()) != 1) return {.bytes = text};
    const std::size_t size = family == AF_INET ? 4 : 16;
    return {
        .rank = family == AF_INET ? 1 : 2,
        .bytes = std::string(reinterpret_cast<const char*>(address.data()), size)};
}

int hex_value(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    const char lower = static_cast<char>(c | 0x20);
    return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
}

Key mac_key(const std::string& text) {
    std::string bytes;
    std::size_t digits = 0;
    for (const char c : text) {
        if (c == ':' || c == '-' || c == '.') continue;
        const int value = hex_value(c);
        if (value < 0) return {.bytes = text};
        if (digits++ % 2 == 0)
            bytes += static_cast<char>(value << 4);
        else
            bytes.back() = static_cast<char>(bytes.back() | value);
    }
    if (digits != 12) return {.bytes = text};
    return {.rank = 1, .bytes = bytes};
}

Key text_key(const std::string& text) {
    return {.bytes = text};
}

constexpr Key (*keys[])(const std::string&) = {text_key, integer_key, number_key, ip_key, mac_key};

} // namespace

Ordering ordering_from(std::string_view word) {
    if (word == "int") return Ordering::integer;
    if (word == "real") return Ordering::real;
    if (word == "IP" || word == "ip") return Ordering::ip_address;
    if (word == "MAC" || word == "mac") return Ordering::mac_address;
    return Ordering::text;
}

std::vector<std::string> sorted(const std::vector<std::string>& texts, Ordering ordering) {
    if (ordering == Ordering::text) {
        std::vector<std::string> out(texts);
        std::ranges::stable_sort(out);
        return out;
    }
    const auto key_of = keys[static_cast<std::size_t>(ordering)];
    std::vector<std::pair<Key, const std::string*>> keyed;
    keyed.reserve(texts.size());
    for (const std::string& text : texts)
        keyed.emplace_back(key_of(text), &text);
    std::stable_sort(keyed.begin(), keyed.end(), [](const auto& left, const auto& right) {
        return left.first < right.first;
    });
    std::vector<std::string> out;
    out.reserve(keyed.size());
    for (const auto& [key, text] : keyed)
        out.push_back(*text);
    return out;
}

} // namespace vow::cfengine
