#include "protocol/harness/sandbox/system_calls.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstring>
#include <fstream>
#include <optional>
#include <sstream>

#include <arpa/inet.h>
#include <fcntl.h>
#include <linux/netlink.h>
#include <linux/rtnetlink.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>

namespace vow::harness {
namespace {

/// Sockets of services that look up names of users and hosts, or take log lines. The C library
/// connects to them in ordinary functions.
constexpr std::array<std::string_view, 7> harmless_sockets = {
    "/dev/log",
    "/run/nscd/",
    "/run/systemd/journal/",
    "/run/systemd/resolve/",
    "/run/systemd/userdb/",
    "/var/lib/sss/pipes/",
    "/var/run/nscd/",
};

bool is_harmless(const std::string& path) {
    return std::any_of(
        harmless_sockets.begin(),
        harmless_sockets.end(),
        [&](std::string_view begin) { return path.starts_with(begin); }
    );
}

bool is_socket(const std::string& path) {
    struct stat status = {};
    return ::stat(path.c_str(), &status) == 0 && S_ISSOCK(status.st_mode);
}

/// The network of the sandbox is that of the supervisor, too.
bool has_abstract_socket(const std::string& name) {
    std::ifstream in("/proc/net/unix");
    for (std::string line; std::getline(in, line);) {
        if (line.ends_with(" @" + name)) return true;
    }
    return false;
}

std::optional<Attempt> local_contact(const std::string& address, const Caller& caller) {
    const std::string name = address.substr(offsetof(sockaddr_un, sun_path));
    if (name.empty()) return std::nullopt;
    if (name.front() == '\0') {
        const std::string shown = name.substr(1);
        if (has_abstract_socket(shown)) return std::nullopt;
        return Attempt{Attempt::Kind::contact, "connected to @" + shown};
    }
    const std::string path = caller.absolute(AT_FDCWD, name.substr(0, name.find('\0')));
    if (is_harmless(path) || !is_socket(path)) return std::nullopt;
    return Attempt{Attempt::Kind::contact, "connected to " + path};
}

/// Whether a line of /proc/net/tcp or tcp6 is about a socket that listens at this port.
bool is_listener(const std::string& line, std::uint16_t port) {
    std::istringstream words(line);
    std::string number;
    std::string local;
    std::string remote;
    std::string state;
    words >> number >> local >> remote >> state;
    const std::size_t colon = local.find(':');
    return state == "0A" && colon != std::string::npos &&
           std::stoul("0" + local.substr(colon + 1), nullptr, 16) == port;
}

bool has_listener(std::uint16_t port) {
    for (const char* table : {"/proc/net/tcp", "/proc/net/tcp6"}) {
        std::ifstream in(table);
        for (std::string line; std::getline(in, line);) {
            if (is_listener(line, port)) return true;
        }
    }
    return false;
}

std::optional<Attempt>
network_contact(int family, const void* host, std::uint16_t port, bool is_loopback) {
    if (port == 0 || (is_loopback && has_listener(port))) return std::nullopt;
    std::array<char, INET6_ADDRSTRLEN> text = {};
    ::inet_ntop(family, host, text.data(), text.size());
    return Attempt{
        Attempt::Kind::contact,
        "connected to " + std::string(text.data()) + ", port " + std::to_string(port),
        is_loopback ? Attempt::Reach::machine : Attempt::Reach::network};
}

/// A copy of the bytes as an address; zero where they end before.
template <class Address>
Address address_from(const std::string& bytes) {
    Address address = {};
    std::memcpy(&address, bytes.data(), std::min(bytes.size(), sizeof address));
    return address;
}

} // namespace

std::optional<Attempt> contact_with(const std::string& address, const Caller& caller) {
    if (address.size() < sizeof(sa_family_t)) return std::nullopt;
    switch (address_from<sockaddr>(address).sa_family) {
    case AF_UNIX: return local_contact(address, caller);
    case AF_INET: {
        const auto four = address_from<sockaddr_in>(address);
        const bool is_loopback = (ntohl(four.sin_addr.s_addr) >> 24U) == 127;
        return network_contact(AF_INET, &four.sin_addr, ntohs(four.sin_port), is_loopback);
    }
    case AF_INET6: {
        const auto six = address_from<sockaddr_in6>(address);
        const bool is_loopback =
            std::memcmp(&six.sin6_addr, &in6addr_loopback, sizeof in6addr_loopback) == 0;
        return network_contact(AF_INET6, &six.sin6_addr, ntohs(six.sin6_port), is_loopback);
    }
    case AF_VSOCK: // the machine that this one is a guest of, or a guest of this one
        return Attempt{
            Attempt::Kind::contact, "connected to a virtual machine", Attempt::Reach::network};
    default: return std::nullopt;
    }
}

std::optional<Attempt> netlink_change(const std::string& message, int protocol) {
    const auto header = address_from<nlmsghdr>(message);
    if (message.size() < sizeof header || header.nlmsg_type < NLMSG_MIN_TYPE) return std::nullopt;
    // Of each four types of routing messages, the third only reads.
    const bool is_reading = protocol == NETLINK_ROUTE && header.nlmsg_type % 4 == 2;
    const bool is_watched = protocol == NETLINK_ROUTE || protocol == NETLINK_AUDIT;
    if (is_reading || !is_watched) return std::nullopt;
    return Attempt{
        Attempt::Kind::change,
        "sent message " + std::to_string(header.nlmsg_type) + " to the kernel's " +
            (protocol == NETLINK_ROUTE ? "network settings" : "audit") + " by netlink"};
}

} // namespace vow::harness
