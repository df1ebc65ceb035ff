#include "agent/fleet/roles.h"

#include "protocol/text/named_value.h"

#include <algorithm>
#include <array>
#include <iterator>

namespace vow::agent {
namespace {

constexpr std::array<NamedValue<FleetRole>, 6> roles{
    {{"admin", FleetRole::admin},
     {"look", FleetRole::look},
     {"rollout", FleetRole::rollout},
     {"enrol", FleetRole::enrol},
     {"collector", FleetRole::collector},
     {"service", FleetRole::service}}};

constexpr std::string_view report_subjects = "vow.report.";

using Subjects = std::vector<std::string>;

bool is_name_letter(char letter) {
    return (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z') ||
           (letter >= '0' && letter <= '9') || letter == '_' || letter == '-';
}

Subjects operator+(Subjects left, const Subjects& right) {
    std::ranges::copy(right, std::back_inserter(left));
    return left;
}

/// Reading buckets and the log: through consumers that end with the connection.
Subjects reading() {
    return {
        "$JS.API.INFO",
        "$JS.API.STREAM.INFO.*",
        "$JS.API.STREAM.NAMES",
        "$JS.API.CONSUMER.CREATE.*",
        "$JS.API.CONSUMER.CREATE.*.>",
        "$JS.API.CONSUMER.INFO.*.*",
        "$JS.API.CONSUMER.DELETE.*.*",
        "$JS.API.STREAM.MSG.GET.*",
        "$JS.API.DIRECT.GET.>",
        "$JS.FC.>"};
}

Subjects log_of(const std::string& user) {
    return {"vow.log." + user};
}

Subjects publish_of(FleetRole role, const std::string& user) {
    switch (role) {
    case FleetRole::admin: return {">"};
    case FleetRole::look: return reading();
    case FleetRole::rollout:
        return reading() + log_of(user) +
               Subjects{"$KV.rollouts.>", "$KV.desired.>", "vow.host.*.ask"};
    case FleetRole::enrol:
        return reading() + log_of(user) + Subjects{"$KV.tokens.>", "$KV.registry.>"};
    case FleetRole::collector:
        return reading() + Subjects{
                               "$JS.API.CONSUMER.DURABLE.CREATE.reports.collector",
                               "$JS.API.CONSUMER.MSG.NEXT.reports.collector",
                               "$JS.ACK.reports.collector.>"};
    case FleetRole::service:
        return reading() + log_of(user) +
               Subjects{"$KV.tokens.>", "$KV.registry.>", "$KV.rollouts.>"};
    }
    return {};
}

} // namespace

std::optional<FleetRole> fleet_role_from(std::string_view name) {
    return find_value<FleetRole>(roles, name);
}

std::vector<std::string> roles_of_people() {
    return {"admin", "look", "rollout", "enrol"};
}

Permissions permissions_of(FleetRole role, const std::string& user) {
    if (role == FleetRole::admin) return {.publish = {">"}, .subscribe = {">"}};
    Permissions permissions{
        .publish = publish_of(role, user), .subscribe = {inbox_of(user) + ".>"}};
    if (role == FleetRole::service) {
        permissions.subscribe.emplace_back("vow.join.*");
        permissions.answers = true;
    }
    return permissions;
}

Permissions permissions_of_host(const std::string& host) {
    return {
        .publish =
            {report_subject(host),
             "$KV.hosts." + host,
             "$KV.facts." + host,
             "$JS.API.DIRECT.GET.KV_desired.$KV.desired.>",
             "$JS.API.DIRECT.GET.KV_rollouts.$KV.rollouts.>"},
        .subscribe =
            {inbox_of(host) + ".>", "vow.host." + host + ".ask", "$KV.desired.>", rollout_subjects},
        .answers = true};
}

Permissions permissions_of_token(const std::string& token) {
    return {.publish = {"vow.join." + token}, .subscribe = {inbox_of(token) + ".>"}};
}

std::string inbox_of(const std::string& user) {
    return "_INBOX_" + user;
}

std::string report_subject(std::string_view host) {
    return std::string(report_subjects).append(host);
}

std::string_view host_in_subject(std::string_view subject) {
    if (!subject.starts_with(report_subjects)) return {};
    return subject.substr(report_subjects.size());
}

bool is_fleet_name(std::string_view text) {
    constexpr std::size_t most = 64;
    return !text.empty() && text.size() <= most && std::ranges::all_of(text, is_name_letter);
}

bool is_host_id(std::string_view text) {
    constexpr std::size_t size = 64;
    const auto is_digit = [](char letter) {
        return (letter >= '0' && letter <= '9') || (letter >= 'a' && letter <= 'f');
    };
    return text.size() == size && std::ranges::all_of(text, is_digit);
}

} // namespace vow::agent
