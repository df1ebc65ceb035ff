#include "policy/inmanta/functions/native_plugins.h"

#include <array>
#include <optional>

#include <arpa/inet.h>

namespace vow::inmanta {
namespace {

using Arguments = std::span<const Value>;

constexpr unsigned ipv4_bits = 32;

struct Network {
    std::uint32_t address;
    unsigned prefix;

    std::uint32_t mask() const {
        return prefix == 0 ? 0 : ~std::uint32_t{0} << (ipv4_bits - prefix);
    }
};

std::optional<std::uint32_t> ipv4_of(const std::string& text) {
    in_addr address{};
    if (::inet_pton(AF_INET, text.c_str(), &address) != 1) return std::nullopt;
    return ntohl(address.s_addr);
}

bool is_ipv6(const std::string& text) {
    in6_addr address{};
    return ::inet_pton(AF_INET6, text.c_str(), &address) == 1;
}

std::string text_of_ipv4(std::uint32_t address) {
    return std::to_string(address >> 24U) + "." + std::to_string(address >> 16U & 0xFFU) + "." +
           std::to_string(address >> 8U & 0xFFU) + "." + std::to_string(address & 0xFFU);
}

/// "192.0.2.1/24"; an address alone has all bits.
Network network_of(const std::string& plugin, const std::string& text) {
    const std::size_t slash = text.find('/');
    const auto address = ipv4_of(text.substr(0, slash));
    const std::string digits = slash == std::string::npos ? "32" : text.substr(slash + 1);
    const bool is_number = !digits.empty() && digits.size() <= 2 &&
                           digits.find_first_not_of("0123456789") == std::string::npos;
    const unsigned prefix = is_number ? static_cast<unsigned>(std::stoul(digits)) : ipv4_bits + 1;
    if (!address || prefix > ipv4_bits)
        throw plugin_error(plugin, "ValueError: '" + text + "' is not an IPv4 address or network");
    return {*address, prefix};
}

Value ip_at_index(PluginContext&, Arguments given) {
    const Network network = network_of("ipindex", *given[0].string());
    const auto address =
        static_cast<std::int64_t>(network.address & network.mask()) + *given[1].integer();
    return text_of_ipv4(static_cast<std::uint32_t>(address));
}

Value moved_address(PluginContext&, Arguments given) {
    const Network network = network_of("add_to_ip", *given[0].string());
    const std::int64_t address = network.address + *given[1].integer();
    return text_of_ipv4(static_cast<std::uint32_t>(address));
}

} // namespace

std::vector<Plugin> network_plugins() {
    const Parameter address{"addr", string_type()};
    const Parameter network{"cidr", string_type()};
    return {
        {"is_ipv4_address",
         {address},
         [](PluginContext&, Arguments given) {
             return Value(ipv4_of(*given[0].string()).has_value());
         }},
        {"is_ipv6_address",
         {address},
         [](PluginContext&, Arguments given) { return Value(is_ipv6(*given[0].string())); }},
        {"hostname",
         {{"fqdn", string_type()}},
         [](PluginContext&, Arguments given) {
             return Value(given[0].string()->substr(0, given[0].string()->find('.')));
         }},
        {"prefixlen",
         {network},
         [](PluginContext&, Arguments given) {
             return Value(std::int64_t{network_of("prefixlen", *given[0].string()).prefix});
         }},
        {"netmask",
         {network},
         [](PluginContext&, Arguments given) {
             return Value(text_of_ipv4(network_of("netmask", *given[0].string()).mask()));
         }},
        {"network_address",
         {network},
         [](PluginContext&, Arguments given) {
             const Network found = network_of("network_address", *given[0].string());
             return Value(text_of_ipv4(found.address & found.mask()));
         }},
        {"ipindex", {network, {"position", integer_type()}}, ip_at_index},
        {"add_to_ip", {address, {"n", integer_type()}}, moved_address},
    };
}

} // namespace vow::inmanta
