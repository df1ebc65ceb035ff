#pragma once

#include <string>
#include <vector>

namespace vow::agent {

/// Whether other servers, those of sites, may connect as leaf nodes.
enum class LeafNodes { refused, accepted };

/// The certificate of servers, its key, and the authority that signed it; paths, or all empty.
struct ServerTls {
    std::string certificate = {}, key = {}, authority = {};
};

/// The accounts of a fleet, as each of its servers knows them.
struct ServerAccounts {
    std::string system = {}, fleet = {}; ///< public texts
    std::string operator_jwt = {}, system_jwt = {}, fleet_jwt = {};
};

/// The parts of the configuration of the nats-servers of a fleet: one, or a cluster.
struct ServerPlan {
    std::string name;
    std::vector<std::string> listen; ///< "ADDRESS:PORT" of each
    std::string folder;              ///< of their files
    ServerTls tls = {};
    ServerAccounts accounts = {};
    LeafNodes leaf_nodes = LeafNodes::refused;
};

/// A server of a site, to which its hosts connect, and which connects to those of the fleet. The
/// messages of hosts pass through it; it stores nothing but the accounts.
struct LeafPlan {
    std::string name;
    std::string listen;
    std::string folder;
    ServerTls tls = {};
    ServerAccounts accounts = {};
    std::vector<std::string> remotes = {};         ///< URLs
    std::string fleet_user = {}, system_user = {}; ///< files of credentials
};

/// Where clients connect to, separated by commas: "nats://...", or "tls://...". Throws UsageError
/// for a server that could be reached from other machines without TLS, and for a `listen` that is
/// not an address.
std::string url_of(const std::vector<std::string>& listen, const ServerTls& tls);
/// Where leaf nodes connect to, given where clients do.
std::vector<std::string> leaf_urls_of(const std::string& urls);

/// Whether a host of an address can be reached from this machine alone: "localhost", or an address
/// of loopback, with brackets if it is of IPv6.
bool is_loopback(const std::string& host);

/// Throws UsageError for a list of URLs, as url_of() makes it, in which one is not an address, or
/// leads to another machine without TLS. `authority` is the file that verifies the servers; with
/// one, all are reached by TLS.
void require_safe_urls(const std::string& urls, const std::string& authority);

/// Writes nats-server.conf and vow-nats.service of each server into the plan's folder, or into
/// folders "1", "2", ... in it. Returns the paths of the configurations. Throws UsageError.
std::vector<std::string> write_server_files(const ServerPlan& plan);
std::string write_server_files(const LeafPlan& plan);

} // namespace vow::agent
