#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace vow::modules {

/// The number of a user or group given by name or by number; none when there is no such name.
std::optional<std::uint32_t> user_id(const std::string& name);
std::optional<std::uint32_t> group_id(const std::string& name);

/// Whether the machine has a name for the number.
bool user_is_known(std::uint32_t id);
bool group_is_known(std::uint32_t id);

} // namespace vow::modules
