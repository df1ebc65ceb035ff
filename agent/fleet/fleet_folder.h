#pragma once

#include "agent/fleet/nats_jwt.h"
#include "agent/fleet/roles.h"

#include <string>

namespace vow::agent {

/// The choices of an operator who makes a fleet.
struct FleetPlan {
    std::string name = "fleet";
    std::string listen = "127.0.0.1:4222"; ///< of the server
    std::string tls_certificate = {};      ///< paths; may be empty on loopback
    std::string tls_key = {};
    std::string tls_authority = {}; ///< that signed the certificate; for the hosts
};

/// The folder of a fleet on the machine of its operator: keys, users, the server's configuration.
/// Members throw UsageError.
///
///     fleet.json            name, address, public keys
///     keys/*.seed           operator, account, system: secret
///     users/NAME.creds      of people and services: secret
///     server/               nats-server.conf, units, and what the server stores
class FleetFolder {
public:
    /// Makes keys, users and configuration in a folder that has no fleet yet.
    static FleetFolder make(const std::string& path, const FleetPlan& plan, JwtTime now);
    explicit FleetFolder(std::string path);

    const std::string& path() const { return path_; }
    const std::string& name() const { return name_; }
    const std::string& url() const { return url_; } ///< of the server
    const std::string& authority() const { return authority_; }
    const std::string& account() const { return account_; } ///< public text
    std::string server_configuration() const { return path_ + "/server/nats-server.conf"; }

    NKey operator_key() const { return key("operator"); }
    NKey account_key() const { return key("account"); }
    Credentials user(const std::string& name) const;
    /// Writes its credentials, and returns their path.
    std::string add_user(const std::string& name, FleetRole role, JwtTime now) const;

private:
    NKey key(const std::string& name) const;

    std::string path_, name_, url_, authority_, account_;
};

} // namespace vow::agent
