#include "protocol/crypto/age.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

namespace vow {
namespace {

constexpr std::string_view letters = "qpzry9x8gf2tvdw0s3jn54khce6mua7l";
constexpr std::size_t checksum_size = 6;

using Groups = std::vector<std::uint8_t>; ///< of five bits

std::uint32_t checksum_of(const Groups& groups) {
    constexpr std::array<std::uint32_t, 5> generator = {
        0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3};
    std::uint32_t sum = 1;
    for (const std::uint8_t group : groups) {
        const std::uint32_t top = sum >> 25U;
        sum = ((sum & 0x1ffffffU) << 5U) ^ group;
        for (std::size_t bit = 0; bit < generator.size(); ++bit)
            if (((top >> bit) & 1U) != 0) sum ^= generator.at(bit);
    }
    return sum;
}

/// The name as the checksum sees it.
Groups expanded(std::string_view name) {
    Groups groups;
    groups.reserve(2 * name.size() + 1);
    for (const char letter : name)
        groups.push_back(static_cast<std::uint8_t>(static_cast<unsigned char>(letter) >> 5U));
    groups.push_back(0);
    for (const char letter : name)
        groups.push_back(static_cast<std::uint8_t>(static_cast<unsigned char>(letter) & 31U));
    return groups;
}

/// Takes bits from groups of one size to groups of another; what is left at the end is padding.
struct Regrouped {
    Groups groups;
    std::uint32_t rest = 0;
    unsigned rest_bits = 0;
};

Regrouped regrouped(const Groups& from, unsigned from_bits, unsigned to_bits) {
    Regrouped to;
    to.groups.reserve(from.size() * from_bits / to_bits + 1);
    for (const std::uint8_t group : from) {
        to.rest = ((to.rest << from_bits) | group) & 0xfffU;
        to.rest_bits += from_bits;
        while (to.rest_bits >= to_bits) {
            to.rest_bits -= to_bits;
            const std::uint32_t next = (to.rest >> to.rest_bits) & ((1U << to_bits) - 1);
            to.groups.push_back(static_cast<std::uint8_t>(next));
        }
    }
    to.rest &= (1U << to.rest_bits) - 1;
    return to;
}

} // namespace

std::string bech32_of(std::string_view name, std::string_view bytes) {
    Regrouped data = regrouped(Groups(bytes.begin(), bytes.end()), 8, 5);
    if (data.rest_bits > 0)
        data.groups.push_back(static_cast<std::uint8_t>(data.rest << (5 - data.rest_bits)));
    Groups all = expanded(name);
    all.insert(all.end(), data.groups.begin(), data.groups.end());
    all.insert(all.end(), checksum_size, 0);
    const std::uint32_t sum = checksum_of(all) ^ 1U;
    std::string text(name);
    text += '1';
    for (const std::uint8_t group : data.groups)
        text += letters[group];
    for (std::size_t at = 0; at < checksum_size; ++at)
        text += letters[(sum >> (5 * (5 - at))) & 31U];
    return text;
}

std::optional<std::string> bytes_of_bech32(std::string_view name, std::string_view text) {
    std::string lower(text);
    const auto is_upper = [](char letter) { return letter >= 'A' && letter <= 'Z'; };
    const auto is_lower = [](char letter) { return letter >= 'a' && letter <= 'z'; };
    if (std::ranges::any_of(text, is_upper)) {
        if (std::ranges::any_of(text, is_lower)) return std::nullopt;
        for (char& letter : lower)
            if (is_upper(letter)) letter = static_cast<char>(letter - 'A' + 'a');
    }
    std::string_view data = lower;
    if (!data.starts_with(name)) return std::nullopt;
    data.remove_prefix(name.size());
    if (!data.starts_with('1') || data.size() <= checksum_size) return std::nullopt;
    data.remove_prefix(1);
    Groups groups;
    groups.reserve(data.size());
    for (const char letter : data) {
        const std::size_t at = letters.find(letter);
        if (at == letters.npos) return std::nullopt;
        groups.push_back(static_cast<std::uint8_t>(at));
    }
    Groups all = expanded(name);
    all.insert(all.end(), groups.begin(), groups.end());
    if (checksum_of(all) != 1) return std::nullopt;
    groups.resize(groups.size() - checksum_size);
    const Regrouped bytes = regrouped(groups, 5, 8);
    if (bytes.rest_bits >= 5 || bytes.rest != 0) return std::nullopt;
    return std::string(bytes.groups.begin(), bytes.groups.end());
}

} // namespace vow
