#pragma once

#include "policy/otterscript/values/value.h"
#include "policy/run/connection.h"
#include "policy/run/secret_reader.h"
#include "protocol/data/data.h"

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace vow::otterscript {

/// A configuration variable. The text of an `evaluate` one is expanded when it is read.
struct ConfigurationVariable {
    Value value;
    bool is_evaluated = false;
};
/// By sign and name in lower case: "$port".
using ConfigurationVariables = std::map<std::string, ConfigurationVariable, std::less<>>;

struct Server {
    std::string name;
    std::vector<std::string> roles = {};
    std::vector<std::string> environments = {};
    ConfigurationVariables variables = {};
    std::string plan = {};    ///< of its routine check; may be empty
    std::string workdir = {}; ///< where work begins; empty: where the run or the login begins
    std::optional<Destination> destination = {}; ///< nullopt: this machine
    bool is_active = true;

    bool has_role(std::string_view role) const;
    bool has_environment(std::string_view environment) const;
};

/// A role or an environment.
struct Group {
    std::string name;
    ConfigurationVariables variables = {};
    std::string plan = {};
};

/// A property of credentials or of a resource: its text, or where its secret is read.
using SecuredProperty = std::variant<std::string, SecretSource>;

/// Credentials, or a resource with credentials.
struct Secured {
    std::string user = {};        ///< of credentials; may be empty
    std::string credentials = {}; ///< of a resource; may be empty
    std::map<std::string, SecuredProperty, std::less<>> properties = {}; ///< by name in lower case

    /// Null for an unknown name, which may be written in any case.
    const SecuredProperty* find(std::string_view name) const;
};

/// The servers, roles and environments that a plan knows, in the order of their file. Without a
/// file there is `localhost`. Names may be written in any case.
class Inventory {
public:
    Inventory();
    /// Reads YAML. Throws std::runtime_error with the mistake.
    explicit Inventory(const std::string& text);

    const Server* find_server(std::string_view name) const;
    const Group* find_role(std::string_view name) const;
    const std::vector<Server>& servers() const { return servers_; }
    const std::vector<Group>& roles() const { return roles_; }
    const std::vector<Group>& environments() const { return environments_; }
    /// Null if the inventory does not have them.
    const Secured* find_credentials(std::string_view name) const;
    const Secured* find_resource(std::string_view name) const;

    /// The nearest configuration variable for a server in context, which may be null. Null if there
    /// is none; `key` has the sign and the name in lower case.
    const ConfigurationVariable* find(const Server* server, std::string_view key) const;
    /// Of all configuration variables, of servers, roles and environments, too: with their signs,
    /// in lower case.
    std::set<std::string, std::less<>> variable_names() const;

private:
    std::vector<Server> servers_;
    std::vector<Group> roles_;
    std::vector<Group> environments_;
    ConfigurationVariables variables_;
    std::map<std::string, Secured, std::less<>> credentials_; ///< by name in lower case
    std::map<std::string, Secured, std::less<>> resources_;
};

bool equals_any_case(std::string_view left, std::string_view right);

} // namespace vow::otterscript
