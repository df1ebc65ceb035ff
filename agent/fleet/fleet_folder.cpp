#include "agent/fleet/fleet_folder.h"

#include "agent/fleet/files.h"
#include "agent/fleet/nats_jwt.h"
#include "policy/run/usage_error.h"
#include "protocol/data/json_layout.h"
#include "protocol/text/text.h"

#include <stdexcept>

namespace vow::agent {
namespace {

constexpr const char* admin = "admin";

std::string text_member(const Data& settings, std::string_view name) {
    const Data* value = settings.find(name);
    return value != nullptr ? std::string(value->text()) : std::string();
}

/// The keys that a fleet begins with.
struct FleetKeys {
    NKey operator_key = NKey::make(NKey::Kind::operator_key);
    NKey account = NKey::make(NKey::Kind::account);
    NKey system = NKey::make(NKey::Kind::account);
};

void write_keys(const std::string& path, const FleetKeys& keys) {
    make_fleet_folder(path + "/keys", Readers::owner);
    write_fleet_file(path + "/keys/operator.seed", keys.operator_key.seed() + "\n", Readers::owner);
    write_fleet_file(path + "/keys/account.seed", keys.account.seed() + "\n", Readers::owner);
    write_fleet_file(path + "/keys/system.seed", keys.system.seed() + "\n", Readers::owner);
}

std::string write_user(
    const std::string& path,
    const NKey& account,
    const std::string& name,
    const Permissions& permissions,
    JwtTime now
) {
    const NKey key = NKey::make(NKey::Kind::user);
    const Credentials credentials{
        .jwt = user_jwt(account, key.public_text(), name, permissions, std::nullopt, now),
        .seed = key.seed()};
    std::string file = path + "/users/" + name + ".creds";
    write_fleet_file(file, credentials_text(credentials), Readers::owner);
    return file;
}

ServerAccounts accounts_of(const FleetKeys& keys, const std::string& name, JwtTime now) {
    ServerAccounts accounts{
        .system = keys.system.public_text(), .fleet = keys.account.public_text()};
    accounts.operator_jwt = operator_jwt(keys.operator_key, name, accounts.system, now);
    accounts.system_jwt =
        account_jwt(keys.operator_key, accounts.system, "SYS", JetStream::off, {}, now);
    accounts.fleet_jwt =
        account_jwt(keys.operator_key, accounts.fleet, name, JetStream::unlimited, {}, now);
    return accounts;
}

std::string absolute(const std::string& file) {
    if (!file.empty() && file.front() != '/')
        throw UsageError("'" + file + "': write the whole path, from the root");
    return file;
}

} // namespace

FleetFolder FleetFolder::make(const std::string& path, const FleetPlan& plan, JwtTime now) {
    if (is_fleet_file(path + "/fleet.json"))
        throw UsageError("'" + path + "' has a fleet already; name another folder");
    if (!is_fleet_name(plan.name))
        throw UsageError(
            "'" + plan.name + "' is not a name: letters, digits, '_' and '-', at most 64"
        );
    const FleetKeys keys;
    const ServerPlan server{
        .name = plan.name,
        .listen = plan.listen,
        .folder = path + "/server",
        .tls =
            {.certificate = absolute(plan.tls.certificate),
             .key = absolute(plan.tls.key),
             .authority = absolute(plan.tls.authority)},
        .accounts = accounts_of(keys, plan.name, now),
        .leaf_nodes = plan.leaf_nodes};
    const std::string url = url_of(server.listen, server.tls); // refuses what is not safe
    make_fleet_folder(path + "/users", Readers::owner);
    write_keys(path, keys);
    write_server_files(server);
    write_user(path, keys.account, admin, permissions_of(FleetRole::admin, admin), now);
    for (const auto& [name, role] :
         {std::pair("collector", FleetRole::collector), std::pair("service", FleetRole::service)})
        write_user(path, keys.account, name, permissions_of(role, name), now);
    write_user(path, keys.system, "system", permissions_of(FleetRole::admin, "system"), now);
    const Data settings = Data::object(
        {{"schema", Data::integer(1)},
         {"name", Data::string(plan.name)},
         {"url", Data::string(url)},
         {"authority", Data::string(server.tls.authority)},
         {"account", Data::string(server.accounts.fleet)},
         {"system_account", Data::string(server.accounts.system)},
         {"leaf_nodes", Data::boolean(plan.leaf_nodes == LeafNodes::accepted)}}
    );
    write_fleet_file(path + "/fleet.json", laid_out(settings, {.indent = 2}) + "\n", Readers::all);
    return FleetFolder(path);
}

FleetFolder::FleetFolder(std::string path) : path_(std::move(path)) {
    const std::string file = path_ + "/fleet.json";
    if (!is_fleet_file(file))
        throw UsageError(
            "'" + path_ +
            "' is not the folder of a fleet; make one with 'vow fleet init', or name "
            "one with --fleet"
        );
    const auto parsed = parse_json(read_fleet_file(file));
    const auto* settings = std::get_if<Data>(&parsed);
    if (settings == nullptr) throw UsageError("'" + file + "' is not JSON");
    name_ = text_member(*settings, "name");
    url_ = text_member(*settings, "url");
    authority_ = text_member(*settings, "authority");
    account_ = text_member(*settings, "account");
    system_account_ = text_member(*settings, "system_account");
    const Data* leaf_nodes = settings->find("leaf_nodes");
    accepts_leaf_nodes_ = leaf_nodes != nullptr && leaf_nodes->truth();
    if (name_.empty() || url_.empty() || account_.empty())
        throw UsageError("'" + file + "' lacks 'name', 'url' or 'account'");
}

std::size_t FleetFolder::servers() const {
    return split_at(url_, ',').size();
}

std::vector<std::string> FleetFolder::server_configurations() const {
    if (servers() == 1) return {path_ + "/server/nats-server.conf"};
    std::vector<std::string> paths;
    for (std::size_t number = 1; number <= servers(); ++number)
        paths.push_back(path_ + "/server/" + std::to_string(number) + "/nats-server.conf");
    return paths;
}

std::string FleetFolder::make_leaf(
    const std::string& folder,
    const std::string& listen,
    const ServerTls& tls,
    const std::string& claims,
    JwtTime now
) const {
    if (!accepts_leaf_nodes_)
        throw UsageError("the servers of this fleet accept no leaf nodes: 'vow fleet init' does "
                         "with --leaf-nodes");
    if (is_fleet_file(folder + "/nats-server.conf"))
        throw UsageError("'" + folder + "' has a server already; name another folder");
    url_of({listen}, tls); // refuses what is not safe
    const NKey operator_key = key("operator");
    const ServerAccounts accounts{
        .system = system_account_,
        .fleet = account_,
        .operator_jwt = operator_jwt(operator_key, name_, system_account_, now),
        .system_jwt = account_jwt(operator_key, system_account_, "SYS", JetStream::off, {}, now),
        .fleet_jwt = claims};
    const std::string name = "leaf-" + random_name().substr(0, 8);
    const Permissions all = permissions_of(FleetRole::admin, name);
    make_fleet_folder(folder + "/users", Readers::owner);
    return write_server_files(LeafPlan{
        .name = name,
        .listen = listen,
        .folder = folder,
        .tls = tls,
        .accounts = accounts,
        .remotes = leaf_urls_of(url_),
        .fleet_user = write_user(folder, account_key(), "fleet", all, now),
        .system_user = write_user(folder, key("system"), "system", all, now)});
}

Credentials FleetFolder::user(const std::string& name) const {
    const std::string file = path_ + "/users/" + name + ".creds";
    if (!is_fleet_name(name) || !is_fleet_file(file))
        throw UsageError(
            "'" + name + "' is not a user whose credentials are in '" + path_ +
            "/users'; 'vow fleet user new' makes one"
        );
    auto credentials = credentials_from(read_secret_fleet_file(file));
    if (!credentials) throw UsageError("'" + file + "' has no credentials of NATS");
    return std::move(*credentials);
}

std::string FleetFolder::add_user(const std::string& name, FleetRole role, JwtTime now) const {
    if (!is_fleet_name(name))
        throw UsageError("'" + name + "' is not a name: letters, digits, '_' and '-', at most 64");
    if (is_fleet_file(path_ + "/users/" + name + ".creds"))
        throw UsageError("the user '" + name + "' exists already");
    return write_user(path_, account_key(), name, permissions_of(role, name), now);
}

NKey FleetFolder::key(const std::string& name) const {
    const std::string file = path_ + "/keys/" + name + ".seed";
    std::string seed = read_secret_fleet_file(file);
    while (seed.ends_with('\n'))
        seed.pop_back();
    try {
        return NKey::from_seed(seed);
    } catch (const std::invalid_argument& fault) {
        throw UsageError("'" + file + "': " + fault.what());
    }
}

} // namespace vow::agent
