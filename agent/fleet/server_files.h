#pragma once

#include <string>

namespace vow::agent {

/// The parts of the configuration of a nats-server for a fleet.
struct ServerPlan {
    std::string name;
    std::string listen; ///< "ADDRESS:PORT"
    std::string folder; ///< of its files
    std::string tls_certificate = {}, tls_key = {};
    std::string system_account = {}, account = {}; ///< public texts
    std::string operator_jwt = {}, system_jwt = {}, account_jwt = {};
};

/// Where clients connect to: "nats://...", or "tls://...". Throws UsageError for a server that
/// could be reached from other machines without TLS, and for a `listen` that is not an address.
std::string url_of(const ServerPlan& plan);

/// Whether an address can be reached from this machine alone.
bool is_loopback(const std::string& address);

std::string server_configuration(const ServerPlan& plan);
/// A unit of systemd that runs the server.
std::string server_unit(const ServerPlan& plan);

/// Writes nats-server.conf and vow-nats.service into the plan's folder. Throws UsageError.
void write_server_files(const ServerPlan& plan);

} // namespace vow::agent
