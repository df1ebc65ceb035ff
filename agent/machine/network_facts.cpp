#include "agent/machine/fact_group.h"
#include "protocol/text/text.h"

#include <algorithm>
#include <array>
#include <memory>

#include <arpa/inet.h>
#include <ifaddrs.h>
#include <net/if.h>
#include <netinet/in.h>
#include <netpacket/packet.h>

namespace vow::agent {
namespace {

struct FreeAddresses {
    void operator()(ifaddrs* list) const { ::freeifaddrs(list); }
};

using Flag = std::pair<unsigned, std::string_view>;

constexpr std::array flag_names = {
    Flag{IFF_UP, "up"},
    Flag{IFF_BROADCAST, "broadcast"},
    Flag{IFF_DEBUG, "debug"},
    Flag{IFF_LOOPBACK, "loopback"},
    Flag{IFF_POINTOPOINT, "pointopoint"},
    Flag{IFF_NOTRAILERS, "notrailers"},
    Flag{IFF_RUNNING, "running"},
    Flag{IFF_NOARP, "noarp"},
    Flag{IFF_PROMISC, "promisc"},
    Flag{IFF_ALLMULTI, "allmulti"},
    Flag{IFF_MULTICAST, "multicast"},
};

std::string flags_text(unsigned flags) {
    std::string text;
    for (const auto& [flag, name] : flag_names) {
        if ((flags & flag) != 0) text.append(text.empty() ? "" : " ").append(name);
    }
    return text;
}

/// A socket address as a type of the address family it is known to be of.
template <class Address>
Address address_as(const sockaddr& general) {
    Address address{};
    std::copy_n(
        reinterpret_cast<const char*>(&general), sizeof address, reinterpret_cast<char*>(&address)
    );
    return address;
}

std::string text_of_address(int family, const void* address) {
    std::array<char, INET6_ADDRSTRLEN> text{};
    return ::inet_ntop(family, address, text.data(), text.size()) == nullptr ? "" : text.data();
}

void add_once(std::vector<std::string>& list, const std::string& item) {
    if (std::find(list.begin(), list.end(), item) == list.end()) list.push_back(item);
}

/// Collects the results of getifaddrs(), which come address by address.
class Interfaces {
public:
    explicit Interfaces(FactSheet& found) : found_(found) {}

    void add(const ifaddrs& entry) {
        if (entry.ifa_addr == nullptr) return;
        const std::string name = entry.ifa_name;
        switch (entry.ifa_addr->sa_family) {
        case AF_INET: add_ipv4(name, entry); break;
        case AF_INET6: add_ipv6(*entry.ifa_addr); break;
        case AF_PACKET: add_hardware(name, entry); break;
        default: break;
        }
    }

    void finish() {
        if (!names_.empty()) found_.set("interfaces", names_);
        if (!hardware_.empty()) found_.set("hardware_addresses", hardware_);
        if (!flags_.empty()) found_.set("hardware_flags", flags_);
        addresses_.insert(addresses_.end(), addresses6_.begin(), addresses6_.end());
        if (!addresses_.empty()) found_.set("ip_addresses", addresses_);
    }

private:
    void add_ipv4(const std::string& name, const ifaddrs& entry) {
        const std::string key = "[" + canonified(name) + "]";
        found_.add_class("net_iface_" + name);
        const std::string flags = flags_text(entry.ifa_flags);
        if (!flags.empty() && !found_.values().contains("interface_flags[" + name + "]")) {
            found_.set("interface_flags[" + name + "]", flags);
            flags_.push_back(flags);
        }
        if ((entry.ifa_flags & IFF_LOOPBACK) == 0) add_once(names_, name);
        if ((entry.ifa_flags & IFF_UP) == 0) return;
        const auto socket_address = address_as<sockaddr_in>(*entry.ifa_addr);
        const std::string address = text_of_address(AF_INET, &socket_address.sin_addr);
        found_.add_class(address);
        addresses_.push_back(address);
        found_.set("interface", name); // the last one stays
        if ((entry.ifa_flags & IFF_LOOPBACK) == 0 && !found_.values().contains("ipv4")) {
            found_.set("ipv4", address);
        }
        found_.set("ipv4" + key, address);
        found_.set("ip2iface[" + address + "]", canonified(name));
        std::string part = address;
        for (int bytes = 4; bytes > 0; --bytes) {
            found_.add_class("ipv4_" + part);
            if (bytes < 4) found_.set("ipv4_" + std::to_string(bytes) + key, part);
            part.resize(std::min(part.rfind('.'), part.size()));
        }
    }

    void add_ipv6(const sockaddr& general) {
        const auto socket_address = address_as<sockaddr_in6>(general);
        const std::string address = text_of_address(AF_INET6, &socket_address.sin6_addr);
        if (address == "::1") return;
        found_.add_class(address);
        found_.add_class("ipv6_" + address);
        addresses6_.push_back(address);
    }

    void add_hardware(const std::string& name, const ifaddrs& entry) {
        const auto link = address_as<sockaddr_ll>(*entry.ifa_addr);
        if ((entry.ifa_flags & IFF_LOOPBACK) != 0 || link.sll_halen != 6) return;
        std::string address;
        for (std::size_t byte = 0; byte < link.sll_halen; ++byte) {
            if (byte > 0) address += ':';
            address += hexadecimal(link.sll_addr[byte]);
        }
        add_once(hardware_, address);
        found_.set("hardware_mac[" + canonified(name) + "]", address);
        found_.add_class("mac_" + address);
    }

    FactSheet& found_;
    std::vector<std::string> names_, hardware_, flags_, addresses_, addresses6_;
};

} // namespace

void discover_interfaces(Host& /*host*/, const Site& /*site*/, FactSheet& found) {
    ifaddrs* first = nullptr;
    if (::getifaddrs(&first) != 0) return;
    const std::unique_ptr<ifaddrs, FreeAddresses> list(first);
    Interfaces interfaces(found);
    for (const ifaddrs* entry = list.get(); entry != nullptr; entry = entry->ifa_next) {
        interfaces.add(*entry);
    }
    interfaces.finish();
}

} // namespace vow::agent
