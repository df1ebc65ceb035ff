#include "policy/otterscript/run/inventory.h"

#include "protocol/data/yaml.h"
#include "protocol/text/name_grammar.h"
#include "protocol/text/text.h"

#include <algorithm>
#include <functional>
#include <stdexcept>

namespace vow::otterscript {
namespace {

using Node = YamlNode;

[[noreturn]] void fail(const Node& at, const std::string& words) {
    throw std::runtime_error("line " + std::to_string(at.line) + ": " + words);
}

void expect(const Node& node, Node::Kind kind, std::string_view what) {
    if (node.kind != kind) fail(node, "expected " + std::string(what));
}

std::vector<std::string> texts_of(const Node& node) {
    if (node.kind == Node::Kind::scalar) return {node.text};
    expect(node, Node::Kind::sequence, "a list of names");
    std::vector<std::string> texts;
    for (const Node& item : node.items)
        texts.push_back(item.text);
    return texts;
}

/// A name may be written with its sign.
std::string key_of(const Node& name, Sign sign) {
    const char first = name.text.empty() ? ' ' : name.text.front();
    const bool has_sign = first == '$' || first == '@' || first == '%';
    return mark_of(sign) + lower_case(name.text.substr(has_sign ? 1 : 0));
}

ConfigurationVariables variables_of(const Node& node) {
    expect(node, Node::Kind::map, "a map of variables");
    ConfigurationVariables variables;
    for (const auto& [name, value] : node.members) {
        const bool is_text = value.kind == Node::Kind::scalar;
        ConfigurationVariable variable;
        variable.value = is_text ? Value(value.text) : value_from(data_of(value));
        variable.is_evaluated = value.tag == "!eval";
        if (variable.is_evaluated) variable.value = value.text;
        variables[key_of(name, variable.value.sign())] = std::move(variable);
    }
    return variables;
}

using Read = std::function<void(const Node&)>;
using Members = std::map<std::string_view, Read>;

/// Calls the function of each member of a map; others are mistakes.
void read_members(const Node& node, const Members& members) {
    if (node.kind == Node::Kind::null) return;
    expect(node, Node::Kind::map, "a map");
    for (const auto& [name, value] : node.members) {
        const auto found = members.find(name.text);
        if (found == members.end()) fail(name, "unknown member '" + name.text + "'");
        found->second(value);
    }
}

Read into(std::string& text) {
    return [&text](const Node& value) { text = value.text; };
}
Read into(std::vector<std::string>& texts) {
    return [&texts](const Node& value) { texts = texts_of(value); };
}
Read into(ConfigurationVariables& variables) {
    return [&variables](const Node& value) { variables = variables_of(value); };
}

/// The names that ssh gets.
void check_name(
    const Node& node, const std::string& member, const std::string& text, const NameGrammar& grammar
) {
    const auto fault = fault_of_name(grammar, text);
    if (fault) fail(node, "'" + member + "' " + *fault);
}

Server server_of(const std::string& name, const Node& node) {
    Server server{.name = name};
    std::string transport;
    std::string host;
    std::string user;
    std::string port;
    read_members(
        node,
        {{"transport", into(transport)},
         {"roles", into(server.roles)},
         {"environments", into(server.environments)},
         {"variables", into(server.variables)},
         {"plan", into(server.plan)},
         {"host", into(host)},
         {"user", into(user)},
         {"port", into(port)},
         {"workdir", into(server.workdir)},
         {"active",
          [&](const Node& value) { server.is_active = lower_case(value.text) != "false"; }}}
    );
    if (!transport.empty() && transport != "local" && transport != "ssh")
        fail(node, "'" + transport + "' is not a transport: local or ssh");
    const bool is_remote = transport == "ssh" || (transport.empty() && !host.empty());
    if (!is_remote) return server;
    server.destination = Destination{host.empty() ? name : host, user, port};
    check_name(node, "host", server.destination->host, names::host);
    check_name(node, "user", user, names::login);
    check_name(node, "port", port, names::port);
    return server;
}

std::vector<Group> groups_of(const Node& node) {
    std::vector<Group> groups;
    if (node.kind == Node::Kind::null) return groups;
    expect(node, Node::Kind::map, "a map by name");
    for (const auto& [name, value] : node.members) {
        Group group{.name = name.text};
        read_members(value, {{"variables", into(group.variables)}, {"plan", into(group.plan)}});
        groups.push_back(std::move(group));
    }
    return groups;
}

SecuredProperty property_of(const std::string& name, const Node& node) {
    if (node.kind == Node::Kind::scalar) return node.text;
    const auto source = secret_source_from(data_of(node));
    if (!source) fail(node, "'" + name + "' is neither a text nor the source of a secret");
    if (const auto* mistake = std::get_if<SecretSourceMistake>(&*source))
        fail(node, mistake->reason);
    return std::get<SecretSource>(*source);
}

/// `own` is the member beside the properties: the user of credentials, the credentials of a
/// resource.
std::map<std::string, Secured, std::less<>> secured_of(const Node& node, std::string_view own) {
    std::map<std::string, Secured, std::less<>> all;
    expect(node, Node::Kind::map, "a map by name");
    for (const auto& [name, value] : node.members) {
        Secured secured;
        const bool has_user = own == "user";
        const Read properties = [&secured](const Node& listed) {
            expect(listed, Node::Kind::map, "a map of properties");
            for (const auto& [property, text] : listed.members)
                secured.properties[lower_case(property.text)] = property_of(property.text, text);
        };
        read_members(
            value,
            {{own, into(has_user ? secured.user : secured.credentials)}, {"properties", properties}}
        );
        if (has_user && !secured.user.empty()) {
            check_name(value, "user", secured.user, names::login);
            secured.properties.emplace("username", secured.user);
        }
        all[lower_case(name.text)] = std::move(secured);
    }
    return all;
}

template <class Items>
auto find_by_name(const Items& items, std::string_view name) -> decltype(items.data()) {
    const auto found = std::ranges::find_if(items, [&](const auto& item) {
        return equals_any_case(item.name, name);
    });
    return found == items.end() ? nullptr : &*found;
}

const ConfigurationVariable*
find_in(const ConfigurationVariables& variables, std::string_view key) {
    const auto found = variables.find(key);
    return found == variables.end() ? nullptr : &found->second;
}

} // namespace

bool equals_any_case(std::string_view left, std::string_view right) {
    return lower_case(left) == lower_case(right);
}

bool Server::has_role(std::string_view role) const {
    return std::ranges::any_of(roles, [&](const auto& own) { return equals_any_case(own, role); });
}

bool Server::has_environment(std::string_view environment) const {
    return std::ranges::any_of(environments, [&](const auto& own) {
        return equals_any_case(own, environment);
    });
}

Inventory::Inventory() : servers_({Server{.name = "localhost"}}) {}

Inventory::Inventory(const std::string& text) {
    const auto parsed = parse_yaml(text);
    if (const auto* error = std::get_if<YamlError>(&parsed))
        throw std::runtime_error("line " + std::to_string(error->line) + ": " + error->message);
    read_members(
        std::get<YamlNode>(parsed),
        {{"servers",
          [this](const Node& node) {
              expect(node, Node::Kind::map, "a map of servers");
              for (const auto& [name, value] : node.members)
                  servers_.push_back(server_of(name.text, value));
          }},
         {"roles", [this](const Node& node) { roles_ = groups_of(node); }},
         {"environments", [this](const Node& node) { environments_ = groups_of(node); }},
         {"variables", into(variables_)},
         {"credentials", [this](const Node& node) { credentials_ = secured_of(node, "user"); }},
         {"resources", [this](const Node& node) { resources_ = secured_of(node, "credentials"); }}}
    );
}

const Server* Inventory::find_server(std::string_view name) const {
    return find_by_name(servers_, name);
}

const Group* Inventory::find_role(std::string_view name) const {
    return find_by_name(roles_, name);
}

namespace {

const Secured*
find_secured(const std::map<std::string, Secured, std::less<>>& all, std::string_view name) {
    const auto found = all.find(lower_case(name));
    return found == all.end() ? nullptr : &found->second;
}

} // namespace

const SecuredProperty* Secured::find(std::string_view name) const {
    const auto found = properties.find(lower_case(name));
    return found == properties.end() ? nullptr : &found->second;
}

const Secured* Inventory::find_credentials(std::string_view name) const {
    return find_secured(credentials_, name);
}

const Secured* Inventory::find_resource(std::string_view name) const {
    return find_secured(resources_, name);
}

const ConfigurationVariable* Inventory::find(const Server* server, std::string_view key) const {
    if (server != nullptr) {
        if (const auto* own = find_in(server->variables, key)) return own;
        for (const auto* groups : {&environments_, &roles_}) {
            const auto& names = groups == &environments_ ? server->environments : server->roles;
            for (const std::string& name : names) {
                const Group* group = find_by_name(*groups, name);
                if (group == nullptr) continue;
                if (const auto* found = find_in(group->variables, key)) return found;
            }
        }
    }
    return find_in(variables_, key);
}

std::set<std::string, std::less<>> Inventory::variable_names() const {
    std::set<std::string, std::less<>> names;
    const auto add = [&names](const auto& owners) {
        for (const auto& owner : owners) {
            for (const auto& [name, value] : owner.variables)
                names.insert(name);
        }
    };
    add(servers_);
    add(roles_);
    add(environments_);
    for (const auto& [name, value] : variables_)
        names.insert(name);
    return names;
}

} // namespace vow::otterscript
