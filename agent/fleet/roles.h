#pragma once

#include "agent/fleet/nats_jwt.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace vow::agent {

// The permissions of users on the bus. The server enforces them: docs/fleet-protocol.md lists the
// subjects.

/// Roles of people and services. Hosts and tokens have permissions of their own, below.
enum class FleetRole { admin, look, rollout, enrol, collector, service };

/// "admin", ...; nullopt for any other word.
std::optional<FleetRole> fleet_role_from(std::string_view name);
/// The roles that people can be given.
std::vector<std::string> roles_of_people();

/// `user` is its name, which its records of the log and its inbox carry.
Permissions permissions_of(FleetRole role, const std::string& user);
/// Its own report, presence and facts, its own inbox and questions, and reading what is desired.
Permissions permissions_of_host(const std::string& host);
/// Requesting to join, and nothing else.
Permissions permissions_of_token(const std::string& token);

/// The beginning of the subjects that answers to requests come to. Each user has its own, so that
/// none can read answers to another.
std::string inbox_of(const std::string& user);

/// The subject of a host's reports: "vow.report.HOST"; of those of all hosts with "*".
std::string report_subject(std::string_view host);
/// The host in such a subject; empty for another one.
std::string_view host_in_subject(std::string_view subject);

/// The subjects of rollouts as the bus has stored them: "vow.rollouts.GROUP", or ".all".
inline constexpr const char* rollout_subjects = "vow.rollouts.>";

/// Whether the text can be a name of a user, a group or a token: letters, digits, '_' and '-', at
/// most 64.
bool is_fleet_name(std::string_view text);
/// Whether it can be a host's id: 64 hexadecimal digits.
bool is_host_id(std::string_view text);

} // namespace vow::agent
