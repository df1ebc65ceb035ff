#include "agent/machine/fact_group.h"
#include "protocol/text/text.h"

#include <algorithm>
#include <sstream>

#include <netdb.h>
#include <sys/utsname.h>

namespace vow::agent {
namespace {

std::string node_name() {
    utsname kernel{};
    return ::uname(&kernel) == 0 ? lower_case(kernel.nodename) : std::string();
}

/// The first name on the line of /etc/hosts that mentions `host_name`; empty when none does.
std::string name_in_hosts_file(HostFiles& host, const std::string& host_name) {
    const auto text = host.read_file("/etc/hosts", 1 << 20);
    if (!text) return {};
    std::istringstream lines(*text);
    for (std::string line; std::getline(lines, line);) {
        line.resize(std::min(line.find('#'), line.size()));
        std::istringstream words(line);
        std::string address, first;
        words >> address >> first;
        for (std::string name = first; !name.empty(); name.clear(), words >> name) {
            if (lower_case(name) == host_name) return lower_case(first);
        }
    }
    return {};
}

/// The name as resolved by the hosts file, then perhaps the network.
std::string name_in_dns(const std::string& host_name) {
    addrinfo wanted{};
    wanted.ai_flags = AI_CANONNAME;
    addrinfo* answer = nullptr;
    if (::getaddrinfo(host_name.c_str(), nullptr, &wanted, &answer) != 0) return {};
    const std::string name =
        answer->ai_canonname != nullptr ? lower_case(answer->ai_canonname) : std::string();
    ::freeaddrinfo(answer);
    return name;
}

struct HostName {
    std::string full, short_name, domain;
};

/// `qualified` is the node's name as it was looked up; used only if it is longer.
HostName host_name_from(const std::string& node, const std::string& qualified) {
    HostName name{.full = node, .short_name = node, .domain = {}};
    if (qualified.starts_with(node + ".")) {
        name.full = qualified;
        name.domain = qualified.substr(node.size() + 1);
    } else if (const std::size_t dot = node.find('.'); dot != std::string::npos) {
        name.short_name = node.substr(0, dot);
        name.domain = node.substr(dot + 1);
    }
    return name;
}

void add_classes(FactSheet& found, const HostName& name) {
    found.add_class(name.short_name);
    for (std::string rest = name.full; !rest.empty();) {
        found.add_class(rest);
        const std::size_t dot = rest.find('.');
        rest = dot == std::string::npos ? "" : rest.substr(dot + 1);
    }
}

} // namespace

void discover_own_name(Host& host, const Site& /*site*/, FactSheet& found) {
    const std::string node = node_name();
    add_classes(found, host_name_from(node, name_in_hosts_file(host, node)));
}

void discover_qualified_name(Host& host, const Site& /*site*/, FactSheet& found) {
    const std::string node = node_name();
    std::string qualified;
    if (node.find('.') == std::string::npos) {
        qualified = name_in_hosts_file(host, node);
        if (qualified.empty()) qualified = name_in_dns(node);
    }
    const HostName name = host_name_from(node, qualified);
    add_classes(found, name);
    found.set("host", node);
    found.set("fqhost", name.full);
    found.set("uqhost", name.short_name);
    found.set("domain", name.domain);
}

} // namespace vow::agent
