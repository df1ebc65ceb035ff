#pragma once

#include "protocol/system/account.h"

#include <optional>

namespace vow {

// The machine's users and groups, from all sources of its name service. nullopt if not found.

std::optional<User> find_user(const std::string& name);
std::optional<User> find_user(std::uint32_t uid);
std::optional<Group> find_group(const std::string& name);
std::optional<Group> find_group(std::uint32_t gid);
std::vector<User> all_users();
std::vector<Group> all_groups();

/// The names of the users who have a group, as their own or as a further one. Several entries of
/// the database may have its number.
std::vector<std::string> members_of_group(std::uint32_t gid);

/// The number of an account given by name or by number. A number need not belong to an account.
std::optional<std::uint32_t> user_id(const std::string& name_or_number);
std::optional<std::uint32_t> group_id(const std::string& name_or_number);

std::optional<std::string> user_name(std::uint32_t uid);
std::optional<std::string> group_name(std::uint32_t gid);

} // namespace vow
