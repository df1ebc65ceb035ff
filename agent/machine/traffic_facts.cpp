#include "agent/machine/fact_group.h"
#include "agent/machine/kernel_tables.h"

#include <array>
#include <sstream>

#include <arpa/inet.h>
#include <net/route.h>

namespace vow::agent {
namespace {

/// The kernel writes an IPv4 address as one hexadecimal number in the machine's byte order.
std::string address_from(const std::string& hexadecimal) {
    in_addr address{};
    address.s_addr = static_cast<in_addr_t>(std::stoul(hexadecimal, nullptr, 16));
    std::array<char, INET_ADDRSTRLEN> text{};
    return ::inet_ntop(AF_INET, &address, text.data(), text.size()) == nullptr ? "" : text.data();
}

struct Route {
    std::string interface, destination, gateway, mask;
    unsigned long flags = 0;
    std::int64_t references = 0, uses = 0, metric = 0, mtu = 0, window = 0, round_trip = 0;

    bool is_default() const { return destination == "0.0.0.0"; }
    bool has(unsigned long flag) const { return (flags & flag) != 0; }
    bool is_active_default_gateway() const {
        return is_default() && has(RTF_UP) && has(RTF_GATEWAY);
    }
};

Route route_from(const std::string& line) {
    std::istringstream words(line);
    Route route;
    std::string destination, gateway, mask, flags;
    words >> route.interface >> destination >> gateway >> flags >> route.references >> route.uses >>
        route.metric >> mask >> route.mtu >> route.window >> route.round_trip;
    route.destination = address_from(destination);
    route.gateway = address_from(gateway);
    route.mask = address_from(mask);
    route.flags = std::stoul(flags, nullptr, 16);
    return route;
}

Data data_of(const Route& route) {
    const auto flags = Data::array({
        Data::string(route.has(RTF_UP) ? "up" : "down"),
        Data::string(route.has(RTF_HOST) ? "host" : "net"),
        Data::string(route.is_default() ? "default" : "not_default"),
        Data::string(route.has(RTF_GATEWAY) ? "gateway" : "local"),
    });
    return Data::object({
        {"active_default_gateway", Data::boolean(route.is_active_default_gateway())},
        {"dest", Data::string(route.destination)},
        {"flags", flags},
        {"gateway", Data::string(route.gateway)},
        {"interface", Data::string(route.interface)},
        {"irtt", Data::integer(route.round_trip)},
        {"mask", Data::string(route.mask)},
        {"metric", Data::integer(route.metric)},
        {"mtu", Data::integer(route.mtu)},
        {"refcnt", Data::integer(route.references)},
        {"use", Data::integer(route.uses)},
        {"window", Data::integer(route.window)},
    });
}

/// /proc/net/snmp and netstat: a line of names, then one of numbers, both after "Section:".
void add_statistics(Host& host, const std::string& table, std::vector<Data::Member>& sections) {
    const auto rows = network_table(host, table);
    for (std::size_t row = 0; row + 1 < rows.size(); row += 2) {
        const TableRow &names = rows[row], &numbers = rows[row + 1];
        if (names.empty() || names.size() != numbers.size()) continue;
        std::vector<Data::Member> members;
        for (std::size_t column = 1; column < names.size(); ++column) {
            members.emplace_back(names[column], Data::string(numbers[column]));
        }
        sections.emplace_back(
            names[0].substr(0, names[0].find(':')), Data::object(std::move(members))
        );
    }
}

} // namespace

void discover_routes(Host& host, const Site& /*site*/, FactSheet& found) {
    std::vector<Data::Member> members;
    Data::Array routes;
    const auto lines = network_table_lines(host, "route");
    for (std::size_t line = 1; line < lines.size(); ++line) {
        const Route route = route_from(lines[line]);
        if (route.has(RTF_UP) && route.has(RTF_GATEWAY)) {
            found.add_class("ipv4_gw_" + route.gateway);
        }
        routes.push_back(data_of(route));
        if (!route.is_active_default_gateway() || !members.empty()) continue;
        members.emplace_back("default_gateway", Data::string(route.gateway));
        members.emplace_back("default_route", routes.back());
    }
    members.emplace_back("routes", Data::array(std::move(routes)));
    std::vector<Data::Member> statistics;
    add_statistics(host, "snmp", statistics);
    add_statistics(host, "netstat", statistics);
    members.emplace_back("stats", Data::object(std::move(statistics)));
    found.set("inet", Data::object(std::move(members)));
}

void discover_traffic(Host& host, const Site& /*site*/, FactSheet& found) {
    // The last three are what the reference calls them: collisions, carrier, compressed.
    static constexpr std::array columns = {
        "receive_bytes",
        "receive_packets",
        "receive_errors",
        "receive_drop",
        "receive_fifo",
        "receive_frame",
        "receive_compressed",
        "receive_multicast",
        "transmit_bytes",
        "transmit_packets",
        "transmit_errors",
        "transmit_drop",
        "transmit_fifo",
        "transmit_frame",
        "transmit_compressed",
        "transmit_multicast",
    };
    std::vector<Data::Member> interfaces;
    for (const std::string& line : network_table_lines(host, "dev")) {
        const std::size_t colon = line.find(':');
        if (colon == std::string::npos) continue;
        const std::string name = words_between_blanks(line.substr(0, colon)).front();
        const auto numbers = words_between_blanks(line.substr(colon + 1));
        std::vector<Data::Member> members = {{"device", Data::string(name)}};
        for (std::size_t column = 0; column < std::min(columns.size(), numbers.size()); ++column) {
            members.emplace_back(columns.at(column), Data::string(numbers[column]));
        }
        interfaces.emplace_back(name, Data::object(std::move(members)));
    }
    found.set("interfaces_data", Data::object(std::move(interfaces)));
}

} // namespace vow::agent
