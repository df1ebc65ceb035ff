#pragma once

#include "agent/fleet/nats_jwt.h"
#include "agent/fleet/roles.h"
#include "agent/fleet/server_files.h"

#include <string>
#include <vector>

namespace vow::agent {

/// The choices of an operator who makes a fleet.
struct FleetPlan {
    std::string name = "fleet";
    std::vector<std::string> listen = {"127.0.0.1:4222"}; ///< of each server
    ServerTls tls = {};                                   ///< may be empty on loopback
    LeafNodes leaf_nodes = LeafNodes::refused;
};

/// The folder of a fleet on the machine of its operator: keys, users, the server's configuration.
/// Members throw UsageError.
///
///     fleet.json            name, address, public keys
///     keys/*.seed           operator, account, system: secret
///     users/NAME.creds      of people and services: secret
///     server/               nats-server.conf, units, and what the server stores; of a cluster in
///                           folders 1, 2, 3
class FleetFolder {
public:
    /// Makes keys, users and configuration in a folder that has no fleet yet.
    static FleetFolder make(const std::string& path, const FleetPlan& plan, JwtTime now);
    explicit FleetFolder(std::string path);

    const std::string& path() const { return path_; }
    const std::string& name() const { return name_; }
    const std::string& url() const { return url_; } ///< of the servers, separated by commas
    std::size_t servers() const;
    const std::string& authority() const { return authority_; }
    const std::string& account() const { return account_; } ///< public text
    /// Of each server.
    std::vector<std::string> server_configurations() const;

    /// Makes the files of a server of a site, with credentials, in a new folder. `claims` are
    /// those of the account, as a JWT, as the servers have them. Returns its configuration.
    std::string make_leaf(
        const std::string& folder,
        const std::string& listen,
        const ServerTls& tls,
        const std::string& claims,
        JwtTime now
    ) const;

    NKey operator_key() const { return key("operator"); }
    NKey account_key() const { return key("account"); }
    Credentials user(const std::string& name) const;
    /// Writes its credentials, and returns their path.
    std::string add_user(const std::string& name, FleetRole role, JwtTime now) const;

private:
    NKey key(const std::string& name) const;

    std::string path_, name_, url_, authority_, account_, system_account_;
    bool accepts_leaf_nodes_ = false;
};

} // namespace vow::agent
