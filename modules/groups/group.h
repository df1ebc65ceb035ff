#pragma once

#include <optional>
#include <string>
#include <vector>

namespace vow::modules {

/// A group in this machine's /etc/group.
struct Group {
    std::string name;
    std::string id; ///< its number
    std::vector<std::string> members = {};

    bool has(const std::string& user) const;
};

/// All of them, in the file's order.
std::vector<Group> local_groups();

/// nullopt when the group does not exist.
std::optional<Group> find_group(const std::string& name);

} // namespace vow::modules
