#include "policy/otterscript/functions/table.h"

#include <array>

namespace vow::otterscript {
namespace {

using ServerCall = FunctionCall;

const Inventory& inventory_of(ServerCall& call) {
    return call.executor().execution().inventory;
}

template <class Fits>
Value servers_that(ServerCall& call, std::size_t inactive, Fits fits) {
    const bool with_inactive = call.boolean_or(inactive, false);
    Vector names;
    for (const Server& server : inventory_of(call).servers()) {
        if ((server.is_active || with_inactive) && fits(server)) names.emplace_back(server.name);
    }
    return names;
}

template <class Items>
Value names_of(const Items& items) {
    Vector names;
    for (const auto& item : items)
        names.emplace_back(item.name);
    return names;
}

std::string current_environment(ServerCall& call) {
    const Server* server = call.executor().context().server;
    return server == nullptr || server->environments.empty() ? "" : server->environments.front();
}

std::string role_or_current(ServerCall& call, std::size_t argument) {
    return call.text_or(argument, call.executor().context().role);
}

std::string environment_or_current(ServerCall& call, std::size_t argument) {
    return call.text_or(argument, current_environment(call));
}

Value all_servers(ServerCall& call) {
    return servers_that(call, 0, [](const Server&) { return true; });
}

Value servers_in_role(ServerCall& call) {
    const std::string role = role_or_current(call, 0);
    return servers_that(call, 1, [&](const Server& server) { return server.has_role(role); });
}

Value servers_in_environment(ServerCall& call) {
    const std::string environment = environment_or_current(call, 0);
    return servers_that(call, 1, [&](const Server& server) {
        return server.has_environment(environment);
    });
}

Value servers_in_both(ServerCall& call) {
    const std::string role = role_or_current(call, 0);
    const std::string environment = environment_or_current(call, 1);
    return servers_that(call, 2, [&](const Server& server) {
        return server.has_role(role) && server.has_environment(environment);
    });
}

Value acquired_servers(ServerCall& call) {
    const std::string& role = call.text(0);
    Vector names;
    for (const auto& each : call.executor().execution().pool.acquired()) {
        if (equals_any_case(each.role, role)) names.emplace_back(each.server);
    }
    return names;
}

Value server_name(ServerCall& call) {
    const Server* server = call.executor().context().server;
    return server == nullptr ? std::string() : server->name;
}

constexpr std::array server_table = {
    Function{
        "ServerName",
        Returns::scalar,
        0,
        "",
        &server_name,
        "The server in context.",
        "$ServerName"},
    Function{
        "RoleName",
        Returns::scalar,
        0,
        "",
        [](ServerCall& call) -> Value { return call.executor().context().role; },
        "The role in context.",
        "$RoleName"},
    Function{
        "EnvironmentName",
        Returns::scalar,
        0,
        "",
        [](ServerCall& call) -> Value { return current_environment(call); },
        "The environment of the server in context.",
        "$EnvironmentName"},
    Function{
        "AllServers",
        Returns::vector,
        0,
        "[inactive]",
        &all_servers,
        "The servers of the inventory.",
        "@AllServers"},
    Function{
        "AllRoles",
        Returns::vector,
        0,
        "",
        [](ServerCall& call) { return names_of(inventory_of(call).roles()); },
        "The roles of the inventory.",
        "@AllRoles"},
    Function{
        "AllEnvironments",
        Returns::vector,
        0,
        "",
        [](ServerCall& call) { return names_of(inventory_of(call).environments()); },
        "The environments of the inventory.",
        "@AllEnvironments"},
    Function{
        "ServersInRole",
        Returns::vector,
        0,
        "[role], [inactive]",
        &servers_in_role,
        "The servers that have a role.",
        "@ServersInRole(web)"},
    Function{
        "ServersInEnvironment",
        Returns::vector,
        0,
        "[environment], [inactive]",
        &servers_in_environment,
        "The servers of an environment.",
        "@ServersInEnvironment(test)"},
    Function{
        "ServersInRoleAndEnvironment",
        Returns::vector,
        0,
        "[role], [environment], [inactive]",
        &servers_in_both,
        "The servers that are in both.",
        "@ServersInRoleAndEnvironment(web, test)"},
    Function{
        "AcquiredServers",
        Returns::vector,
        1,
        "role",
        &acquired_servers,
        "The servers of a role that were acquired.",
        "@AcquiredServers(web)"},
    Function{
        "EnvironmentVariable",
        Returns::scalar,
        1,
        "name",
        [](ServerCall& call) -> Value {
            return call.executor().host().environment(call.text(0)).value_or("");
        },
        "A variable of the environment, here or on the server in context; empty if it is not set.",
        "$EnvironmentVariable(PATH)"},
};

} // namespace

std::span<const Function> server_functions() {
    return server_table;
}

} // namespace vow::otterscript
