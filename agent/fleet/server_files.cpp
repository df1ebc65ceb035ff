#include "agent/fleet/server_files.h"

#include "agent/fleet/files.h"
#include "policy/run/usage_error.h"
#include "protocol/text/text.h"

#include <algorithm>
#include <charconv>
#include <cstdint>

#include <arpa/inet.h>

namespace vow::agent {
namespace {

// Beside the port of clients, as NATS's own ports are: 4222, 6222 and 7422.
constexpr int route_offset = 2000, leaf_offset = 3200;
constexpr int max_port = 65535;

/// A text of nats-server's configuration.
std::string quoted(const std::string& text) {
    if (std::ranges::any_of(text, [](char letter) {
            return letter == '"' || letter == '\\' || letter == '\n';
        }))
        throw UsageError("'" + text + "': quotes, backslashes and line ends cannot be used here");
    return '"' + text + '"';
}

struct Address {
    std::string host;
    int port = 0;

    std::string with_offset(int offset) const {
        if (port + offset > max_port)
            throw UsageError(
                "the servers of a cluster and leaf nodes need the ports " + std::to_string(offset) +
                " above that of clients: name one below " + std::to_string(max_port - offset)
            );
        return host + ":" + std::to_string(port + offset);
    }
};

Address address_of(const std::string& listen) {
    const std::size_t colon = listen.rfind(':');
    int port = 0;
    if (colon != std::string::npos)
        std::from_chars(listen.data() + colon + 1, listen.data() + listen.size(), port);
    const bool is_port =
        port > 0 && port <= max_port && listen.substr(colon + 1) == std::to_string(port);
    if (!is_port || colon == 0)
        throw UsageError(
            "'" + listen + "' is not the address and the port of a server, such as 127.0.0.1:4222"
        );
    return {.host = listen.substr(0, colon), .port = port};
}

std::string tls_block(const ServerTls& tls) {
    if (tls.certificate.empty()) return {};
    std::string text = "tls {\n    cert_file: " + quoted(tls.certificate) +
                       "\n    key_file: " + quoted(tls.key) + "\n";
    if (!tls.authority.empty()) text += "    ca_file: " + quoted(tls.authority) + "\n";
    return text + "}\n";
}

/// Servers verify each other, so that no other program joins a cluster.
std::string route_tls(const ServerTls& tls) {
    if (tls.certificate.empty()) return {};
    if (tls.authority.empty())
        throw UsageError(
            "the servers of a cluster verify each other: name with --tls-authority what signed "
            "their certificates"
        );
    return tls_block(tls);
}

std::string accounts_part(const ServerAccounts& accounts, const std::string& folder) {
    std::string text = "operator: " + quoted(accounts.operator_jwt) + "\n";
    text += "system_account: " + quoted(accounts.system) + "\n";
    // The server keeps accounts in files, so that revoking a host reaches it while it runs.
    text += "resolver {\n    type: full\n    dir: " + quoted(folder + "/accounts") +
            "\n    allow_delete: false\n    interval: \"2m\"\n}\n";
    return text + "resolver_preload {\n    " + accounts.system + ": " +
           quoted(accounts.system_jwt) + "\n    " + accounts.fleet + ": " +
           quoted(accounts.fleet_jwt) + "\n}\n";
}

std::string clients_part(const std::string& name, const std::string& listen, const ServerTls& tls) {
    // The largest message that a fleet sends is one of the answers; a report is smaller.
    return "# Written by vow.\nserver_name: " + quoted(name) + "\nlisten: " + quoted(listen) +
           "\nmax_payload: 1MB\n" + tls_block({.certificate = tls.certificate, .key = tls.key});
}

std::string cluster_part(const ServerPlan& plan, std::size_t own) {
    if (plan.listen.size() == 1) return {};
    std::string text = "cluster {\nname: " + quoted(plan.name) + "\nlisten: " +
                       quoted(address_of(plan.listen[own]).with_offset(route_offset)) +
                       "\nroutes: [\n";
    for (std::size_t other = 0; other < plan.listen.size(); ++other) {
        if (other == own) continue;
        const std::string route = address_of(plan.listen[other]).with_offset(route_offset);
        text += "    " + quoted("nats-route://" + route) + "\n";
    }
    return text + "]\n" + route_tls(plan.tls) + "}\n";
}

/// Without it a server lets no requests for streams cross to or from leaf nodes.
std::string crossing_streams(const ServerAccounts& accounts) {
    return "default_js_domain { " + accounts.fleet + ": \"\" }\n";
}

std::string leaf_part(const ServerPlan& plan, std::size_t own) {
    if (plan.leaf_nodes == LeafNodes::refused) return {};
    const std::string listen = address_of(plan.listen[own]).with_offset(leaf_offset);
    return "leafnodes {\nlisten: " + quoted(listen) + "\n" +
           tls_block({.certificate = plan.tls.certificate, .key = plan.tls.key}) + "}\n" +
           crossing_streams(plan.accounts);
}

std::string configuration_of(const ServerPlan& plan, std::size_t own, const std::string& folder) {
    const std::string name = plan.name + "-" + std::to_string(own + 1);
    return clients_part(name, plan.listen[own], plan.tls) +
           "jetstream { store_dir: " + quoted(folder + "/jetstream") + " }\n" +
           cluster_part(plan, own) + leaf_part(plan, own) + accounts_part(plan.accounts, folder);
}

std::string remote(const LeafPlan& plan, const std::string& account, const std::string& user) {
    std::string urls;
    for (const std::string& url : plan.remotes)
        urls += (urls.empty() ? "" : ", ") + quoted(url);
    std::string text = "    { urls: [" + urls + "], account: " + quoted(account) +
                       ", credentials: " + quoted(user);
    if (!plan.tls.authority.empty())
        text += ", tls { ca_file: " + quoted(plan.tls.authority) + " }";
    return text + " }\n";
}

std::string configuration_of(const LeafPlan& plan) {
    // The system account crosses as well, so that a host that is revoked is cut off here.
    return clients_part(plan.name, plan.listen, plan.tls) + "leafnodes {\nremotes: [\n" +
           remote(plan, plan.accounts.fleet, plan.fleet_user) +
           remote(plan, plan.accounts.system, plan.system_user) + "]\n}\n" +
           crossing_streams(plan.accounts) + accounts_part(plan.accounts, plan.folder);
}

std::string unit_of(const std::string& name, const std::string& folder) {
    return "[Unit]\nDescription=NATS server of the fleet '" + name +
           "'\nAfter=network-online.target\nWants=network-online.target\n\n"
           "[Service]\nExecStart=/usr/sbin/nats-server -c " +
           folder +
           "/nats-server.conf\nExecReload=/bin/kill -HUP $MAINPID\nRestart=always\nRestartSec=1\n"
           "LimitNOFILE=200000\nNoNewPrivileges=yes\nProtectSystem=strict\nReadWritePaths=" +
           folder + "\n\n[Install]\nWantedBy=multi-user.target\n";
}

std::string
write(const std::string& folder, const std::string& name, const std::string& configuration) {
    make_fleet_folder(folder, Readers::owner);
    // It holds no seeds, but who can change it decides who may connect.
    const std::string path = folder + "/nats-server.conf";
    write_fleet_file(path, configuration, Readers::owner);
    write_fleet_file(folder + "/vow-nats.service", unit_of(name, folder), Readers::all);
    return path;
}

} // namespace

bool is_loopback(const std::string& host) {
    constexpr std::uint32_t loopback = 127; // the first byte of 127.0.0.0/8
    constexpr int bits_below = 24;
    in_addr address{};
    if (::inet_pton(AF_INET, host.c_str(), &address) == 1)
        return ntohl(address.s_addr) >> bits_below == loopback;
    return host == "localhost" || host == "[::1]";
}

void require_safe_urls(const std::string& urls, const std::string& authority) {
    for (const std::string_view url : split_at(urls, ',')) {
        const std::size_t end = url.find("://");
        const std::string_view scheme = url.substr(0, end);
        const bool is_url = end != std::string_view::npos && (scheme == "nats" || scheme == "tls");
        if (!is_url)
            throw UsageError(
                "'" + std::string(url) +
                "' is not the address of a server, such as tls://nats.example.org:4222"
            );
        const Address address = address_of(std::string(url.substr(end + 3)));
        if (scheme != "tls" && authority.empty() && !is_loopback(address.host))
            throw UsageError(
                "'" + std::string(url) +
                "' leads to another machine without TLS, so that others could read and change "
                "what is sent: write tls://" +
                std::string(url.substr(end + 3))
            );
    }
}

std::string url_of(const std::vector<std::string>& listen, const ServerTls& tls) {
    const bool has_tls = !tls.certificate.empty() && !tls.key.empty();
    std::vector<std::string> urls;
    urls.reserve(listen.size());
    for (const std::string& each : listen) {
        if (!has_tls && !is_loopback(address_of(each).host))
            throw UsageError(
                "'" + each +
                "' can be reached from other machines: name a certificate with "
                "--tls-certificate and its key with --tls-key, or listen at 127.0.0.1"
            );
        urls.push_back((has_tls ? "tls://" : "nats://") + each);
    }
    return joined(urls, ",");
}

std::vector<std::string> leaf_urls_of(const std::string& urls) {
    std::vector<std::string> leaf_urls;
    for (const std::string_view url : split_at(urls, ',')) {
        const std::size_t host = url.find("://") + 3;
        const bool has_tls = url.starts_with("tls://");
        leaf_urls.push_back(
            (has_tls ? "tls://" : "nats-leaf://") +
            address_of(std::string(url.substr(host))).with_offset(leaf_offset)
        );
    }
    return leaf_urls;
}

std::vector<std::string> write_server_files(const ServerPlan& plan) {
    std::vector<std::string> paths;
    for (std::size_t own = 0; own < plan.listen.size(); ++own) {
        const bool is_one = plan.listen.size() == 1;
        const std::string folder = plan.folder + (is_one ? "" : "/" + std::to_string(own + 1));
        paths.push_back(write(folder, plan.name, configuration_of(plan, own, folder)));
    }
    return paths;
}

std::string write_server_files(const LeafPlan& plan) {
    return write(plan.folder, plan.name, configuration_of(plan));
}

} // namespace vow::agent
