#include "policy/cfengine/functions/text/ordering.h"

#include "policy/run/world.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include <arpa/inet.h>

namespace vow::cfengine {

namespace {

/// The sort key of a text. Texts that cannot be read as numbers or addresses compare by their
/// bytes.
struct Key {
    int rank = 0; ///< 0: cannot be read as a number or address
    double number = 0;
    std::string bytes = {};

    friend bool operator<(const Key& left, const Key& right) {
        if (left.rank != right.rank) return left.rank < right.rank;
        if (left.number != right.number) return left.number < right.number;
        return left.bytes < right.bytes;
    }
};

/// The number at the start of a text.
Key number_key(const std::string& text) {
    char* end = nullptr;
    const double number = std::strtod(text.c_str(), &end);
    if (end == text.c_str()) return {.bytes = text};
    return {.rank = 1, .number = number};
}

Key integer_key(const std::string& text) {
    Key key = number_key(text);
    key.number = std::trunc(key.number);
    return key;
}

/// Like the reference, does not accept capital letters or IPv4 within IPv6.
Key ip_key(const std::string& text) {
    std::array<unsigned char, 16> address{};
    const bool is_old = text.find(':') == text.npos;
    const bool is_plain = text.find_first_of(is_old ? ":" : "ABCDEF.") == text.npos;
    if (!is_plain || inet_pton(is_old ? AF_INET : AF_INET6, text.c_str(), address.data()) != 1)
        return {.bytes = text};
    return {
        .rank = is_old ? 1 : 2,
        .bytes = std::string(reinterpret_cast<const char*>(address.data()), is_old ? 4 : 16)};
}

/// Six hexadecimal numbers between colons, or twelve digits.
Key mac_key(const std::string& text) {
    constexpr std::size_t digits = 12;
    unsigned char b[6] = {};
    const char* const from = text.c_str();
    const int read =
        text.size() > digits
            ? std::sscanf(
                  from, "%hhx:%hhx:%hhx:%hhx:%hhx:%hhx", b, b + 1, b + 2, b + 3, b + 4, b + 5
              )
            : std::sscanf(
                  from, "%2hhx%2hhx%2hhx%2hhx%2hhx%2hhx", b, b + 1, b + 2, b + 3, b + 4, b + 5
              );
    if (read != 6) return {.bytes = text};
    return {.rank = 1, .bytes = std::string(std::begin(b), std::end(b))};
}

Key text_key(const std::string& text) {
    return {.bytes = text};
}

using KeyOf = Key (*)(const std::string&);

KeyOf key_function(Ordering ordering) {
    switch (ordering) {
    case Ordering::text: return text_key;
    case Ordering::integer: return integer_key;
    case Ordering::real: return number_key;
    case Ordering::ip_address: return ip_key;
    case Ordering::mac_address: return mac_key;
    }
    return text_key;
}

} // namespace

Ordering ordering_from(std::string_view word) {
    if (word == "int") return Ordering::integer;
    if (word == "real") return Ordering::real;
    if (word == "IP" || word == "ip") return Ordering::ip_address;
    if (word == "MAC" || word == "mac") return Ordering::mac_address;
    return Ordering::text;
}

std::vector<std::string>
sorted(const std::vector<std::string>& texts, Ordering ordering, const Stop& stop) {
    if (ordering == Ordering::text) {
        std::vector<std::string> out(texts);
        std::ranges::stable_sort(out, [&stop](const std::string& left, const std::string& right) {
            cancel_if_stopped(stop);
            return left < right;
        });
        return out;
    }
    const KeyOf key_of = key_function(ordering);
    std::vector<std::pair<Key, const std::string*>> keyed;
    keyed.reserve(texts.size());
    for (auto text = texts.rbegin(); text != texts.rend(); ++text) {
        cancel_if_stopped(stop);
        keyed.emplace_back(key_of(*text), &*text);
    }
    std::stable_sort(keyed.begin(), keyed.end(), [&stop](const auto& left, const auto& right) {
        cancel_if_stopped(stop);
        return left.first < right.first;
    });
    std::vector<std::string> out;
    out.reserve(keyed.size());
    for (const auto& [key, text] : keyed)
        out.push_back(*text);
    return out;
}

namespace {

std::vector<unsigned> numbers_of(std::string_view version) {
    constexpr std::size_t max_numbers = 3;
    std::vector<unsigned> numbers;
    while (numbers.size() < max_numbers) {
        unsigned number = 0;
        const char* const end = version.data() + version.size();
        const auto [stopped, error] = std::from_chars(version.data(), end, number);
        if (error != std::errc{}) break;
        numbers.push_back(number);
        if (stopped == end || *stopped != '.') break;
        version.remove_prefix(static_cast<std::size_t>(stopped - version.data()) + 1);
    }
    return numbers;
}

} // namespace

std::optional<std::strong_ordering>
compare_versions(std::string_view left, std::string_view right) {
    const auto first = numbers_of(left);
    const auto second = numbers_of(right);
    if (first.empty() || second.empty()) return std::nullopt;
    for (std::size_t i = 0; i < std::min(first.size(), second.size()); ++i) {
        if (first[i] != second[i]) return first[i] <=> second[i];
    }
    return std::strong_ordering::equal;
}

} // namespace vow::cfengine
