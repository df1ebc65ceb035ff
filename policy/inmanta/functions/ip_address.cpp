#include "policy/inmanta/functions/ip_address.h"

#include <algorithm>
#include <bit>

#include <arpa/inet.h>

namespace vow::inmanta {
namespace {

constexpr std::size_t v4_begin = 12;
constexpr unsigned byte_bits = 8;

/// The length of the prefix that a mask of IPv4, or its complement, stands for.
std::optional<unsigned> prefix_of_mask(const std::string& text) {
    in_addr given{};
    if (::inet_pton(AF_INET, text.c_str(), &given) != 1) return std::nullopt;
    std::uint32_t mask = ntohl(given.s_addr);
    if (mask != 0 && (mask >> 31U) == 0) mask = ~mask;
    const auto ones = static_cast<unsigned>(std::countl_one(mask));
    if (static_cast<unsigned>(std::popcount(mask)) != ones) return std::nullopt;
    return ones;
}

std::optional<unsigned> prefix_from(const std::string& text, const IpInterface& address) {
    const bool is_number = !text.empty() && text.size() <= 3 &&
                           text.find_first_not_of("0123456789") == std::string::npos;
    if (!is_number)
        return address.family == IpInterface::Family::v4 ? prefix_of_mask(text) : std::nullopt;
    const auto prefix = static_cast<unsigned>(std::stoul(text));
    return prefix <= address.bits() ? std::optional(prefix) : std::nullopt;
}

} // namespace

IpInterface IpInterface::network() const {
    IpInterface result = *this;
    const IpInterface ones = mask();
    std::ranges::transform(address, ones.address, result.address.begin(), [](auto byte, auto kept) {
        return static_cast<std::uint8_t>(byte & kept);
    });
    return result;
}

IpInterface IpInterface::mask() const {
    IpInterface result{family, {}, prefix};
    const std::size_t begin = family == Family::v4 ? v4_begin : 0;
    for (unsigned bit = 0; bit < prefix; ++bit)
        result.address[begin + bit / byte_bits] |=
            static_cast<std::uint8_t>(0x80U >> (bit % byte_bits));
    return result;
}

std::optional<IpInterface> IpInterface::moved(std::int64_t places) const {
    IpInterface result = *this;
    std::int64_t carry = places;
    const std::size_t begin = family == Family::v4 ? v4_begin : 0;
    for (std::size_t i = address.size(); i-- > begin;) {
        const std::int64_t sum = address[i] + (carry & 0xFF);
        result.address[i] = static_cast<std::uint8_t>(sum & 0xFF);
        carry = (carry >> byte_bits) + (sum >> byte_bits);
    }
    if (carry != 0) return std::nullopt;
    return result;
}

std::string IpInterface::text() const {
    std::array<char, INET6_ADDRSTRLEN> buffer{};
    const bool is_v4 = family == Family::v4;
    const std::uint8_t* bytes = address.data() + (is_v4 ? v4_begin : 0);
    ::inet_ntop(is_v4 ? AF_INET : AF_INET6, bytes, buffer.data(), buffer.size());
    return buffer.data();
}

std::optional<IpInterface> ip_address_from(const std::string& text) {
    IpInterface found{IpInterface::Family::v4, {}, 32};
    if (::inet_pton(AF_INET, text.c_str(), found.address.data() + v4_begin) == 1) return found;
    found = {IpInterface::Family::v6, {}, 128};
    if (::inet_pton(AF_INET6, text.c_str(), found.address.data()) == 1) return found;
    return std::nullopt;
}

std::optional<IpInterface> ip_interface_from(const std::string& text) {
    const std::size_t slash = text.find('/');
    auto found = ip_address_from(text.substr(0, slash));
    if (!found || slash == std::string::npos) return found;
    const auto prefix = prefix_from(text.substr(slash + 1), *found);
    if (!prefix) return std::nullopt;
    found->prefix = *prefix;
    return found;
}

} // namespace vow::inmanta
