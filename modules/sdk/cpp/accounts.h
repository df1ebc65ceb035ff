#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace vow::modules {

/// The number of a user or group given by name or by number; none when there is no such name.
std::optional<std::uint32_t> user_id(const std::string& name);
std::optional<std::uint32_t> group_id(const std::string& name);

/// The name the machine has for a number; none when it has none.
std::optional<std::string> user_name(std::uint32_t id);
std::optional<std::string> group_name(std::uint32_t id);

/// Where the files of a user are; none: there is no such user.
std::optional<std::string> home_folder(std::uint32_t id);

} // namespace vow::modules
