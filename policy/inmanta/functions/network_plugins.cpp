#include "policy/inmanta/functions/ip_address.h"
#include "policy/inmanta/functions/native_plugins.h"

namespace vow::inmanta {
namespace {

using Arguments = std::span<const Value>;

/// "192.0.2.1/24"; an address alone has all bits.
IpInterface interface_of(const std::string& plugin, const Value& text) {
    if (const auto found = ip_interface_from(*text.string())) return *found;
    throw plugin_error(
        plugin,
        "ValueError: '" + *text.string() + "' does not appear to be an IPv4 or IPv6 interface"
    );
}

Value ip_at_index(PluginContext&, Arguments given) {
    const std::string& text = *given[0].string();
    const IpInterface network = interface_of("ipindex", given[0]);
    if (network != network.network())
        throw plugin_error("ipindex", "ValueError: " + text + " has host bits set");
    const auto found = network.moved(*given[1].integer());
    if (!found || found->network() != network)
        throw plugin_error("ipindex", "IndexError: address out of range");
    const std::string address = found->text();
    return *given[2].truth() ? address + "/" + std::to_string(network.prefix) : address;
}

Value moved_address(PluginContext&, Arguments given) {
    const std::string& text = *given[0].string();
    const auto address = ip_address_from(text);
    if (!address)
        throw plugin_error(
            "add_to_ip", "ValueError: '" + text + "' does not appear to be an IPv4 or IPv6 address"
        );
    if (const auto moved = address->moved(*given[1].integer())) return moved->text();
    throw plugin_error("add_to_ip", "AddressValueError: no address lies that far from " + text);
}

Value mask_of_length(PluginContext&, Arguments given) {
    const std::int64_t length = *given[0].integer();
    if (length < 0 || length > 32)
        throw plugin_error(
            "prefixlength_to_netmask",
            "NetmaskValueError: '" + std::to_string(length) + "' is not a valid netmask"
        );
    return IpInterface{IpInterface::Family::v4, {}, static_cast<unsigned>(length)}.mask().text();
}

} // namespace

std::vector<Plugin> network_plugins() {
    const Parameter address{"addr", string_type()};
    const Parameter network{"addr", string_type()};
    return {
        {"hostname",
         {{"fqdn", string_type()}},
         [](PluginContext&, Arguments given) {
             return Value(given[0].string()->substr(0, given[0].string()->find('.')));
         }},
        {"prefixlen",
         {network},
         [](PluginContext&, Arguments given) {
             return Value(std::int64_t{interface_of("prefixlen", given[0]).prefix});
         }},
        {"netmask",
         {network},
         [](PluginContext&, Arguments given) {
             return Value(interface_of("netmask", given[0]).mask().text());
         }},
        {"network_address",
         {network},
         [](PluginContext&, Arguments given) {
             return Value(interface_of("network_address", given[0]).network().text());
         }},
        {"ip_address_from_interface",
         {{"ip_interface", string_type()}},
         [](PluginContext&, Arguments given) {
             return Value(interface_of("ip_address_from_interface", given[0]).text());
         }},
        {"prefixlength_to_netmask", {{"prefixlen", integer_type()}}, mask_of_length},
        {"ipindex",
         {network, {"position", integer_type()}, {"keep_prefix", boolean_type(), Value(false)}},
         ip_at_index},
        {"add_to_ip", {address, {"n", integer_type()}}, moved_address},
    };
}

} // namespace vow::inmanta
