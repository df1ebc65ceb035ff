#include "agent/machine/fact_group.h"
#include "agent/machine/kernel_tables.h"

#include <algorithm>
#include <charconv>

#include <net/route.h>

namespace vow::agent {
namespace {

std::int64_t number_from(const std::string& digits, int base) {
    std::int64_t number = 0;
    std::from_chars(digits.data(), digits.data() + digits.size(), number, base);
    return number;
}

/// 32 hexadecimal digits as eight groups, none left out.
std::string ipv6_address_from(const std::string& digits) {
    std::string address;
    for (std::size_t at = 0; at < digits.size(); at += 4) {
        const std::string group = digits.substr(at, 4);
        const std::size_t zeros = std::min(group.find_first_not_of('0'), group.size() - 1);
        address += (at == 0 ? "" : ":") + group.substr(zeros);
    }
    return address;
}

bool is_decimal(const std::string& digits) {
    return digits.find_first_not_of("0123456789") == std::string::npos;
}

/// Columns: destination, its prefix, source, its prefix, next hop, metric, references, uses, flags,
/// interface. As in the reference, `dest` is the source, and rows whose counts have a digit beyond
/// 9 are left out.
Data routes_in(Host& host) {
    Data::Array routes;
    for (const TableRow& row : network_table(host, "ipv6_route")) {
        if (row.size() < 10 || !is_decimal(row[6]) || !is_decimal(row[7])) continue;
        const auto flags = static_cast<unsigned long>(number_from(row[8], 16));
        const auto has = [flags](unsigned long flag) { return (flags & flag) != 0; };
        routes.push_back(Data::object({
            {"dest", Data::string(ipv6_address_from(row[2]))},
            {"dest_prefix", Data::string(row[1])},
            {"flags",
             Data::array({
                 Data::string(has(RTF_UP) ? "up" : "down"),
                 Data::string(has(RTF_HOST) ? "host" : "net"),
                 Data::string(has(RTF_GATEWAY) ? "gateway" : "local"),
             })},
            {"interface", Data::string(row[9])},
            {"metric", Data::integer(number_from(row[5], 16))},
            {"next_hop", Data::string(ipv6_address_from(row[4]))},
            {"refcnt", Data::integer(number_from(row[6], 10))},
            {"source_prefix", Data::string(row[3])},
            {"use", Data::integer(number_from(row[7], 10))},
        }));
    }
    return Data::array(std::move(routes));
}

bool is_link_local(const std::string& digits) {
    return (number_from(digits.substr(0, 4), 16) & 0xffc0) == 0xfe80;
}

/// One address for each interface: the last one that reaches beyond the link, else the last one.
/// Columns: address, device number, prefix length, scope, flags, interface.
Data addresses_in(Host& host) {
    std::map<std::string, TableRow> chosen;
    for (TableRow& row : network_table(host, "if_inet6")) {
        if (row.size() < 6) continue;
        const auto [place, added] = chosen.try_emplace(row[5], row);
        const bool is_better = !is_link_local(row[0]) || is_link_local(place->second[0]);
        if (!added && is_better) place->second = std::move(row);
    }
    std::vector<Data::Member> addresses;
    for (const auto& [interface, row] : chosen) {
        addresses.emplace_back(
            interface,
            Data::object({
                {"address", Data::string(ipv6_address_from(row[0]))},
                {"device_number", Data::integer(number_from(row[1], 16))},
                {"interface", Data::string(interface)},
                {"prefix_length", Data::integer(number_from(row[2], 16))},
                {"raw_flags", Data::string(row[4])},
                {"scope", Data::integer(number_from(row[3], 16))},
            })
        );
    }
    return Data::object(std::move(addresses));
}

Data statistics_in(Host& host) {
    std::vector<Data::Member> statistics;
    for (const TableRow& row : network_table(host, "snmp6")) {
        if (row.size() < 2) continue;
        statistics.emplace_back(row[0], Data::integer(number_from(row[1], 10)));
    }
    return Data::object(std::move(statistics));
}

} // namespace

void discover_inet6(Host& host, const Site& /*site*/, FactSheet& found) {
    found.set(
        "inet6",
        Data::object({
            {"addresses", addresses_in(host)},
            {"routes", routes_in(host)},
            {"stats", statistics_in(host)},
        })
    );
}

} // namespace vow::agent
