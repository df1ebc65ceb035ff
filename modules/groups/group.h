#pragma once

#include "protocol/promise/promise.h"

#include <optional>
#include <string>
#include <variant>
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

/// The promised members of a group: the attribute `members`, a body, data, or JSON text.
struct Membership {
    std::optional<std::vector<std::string>> only = {}; ///< exactly these
    std::vector<std::string> include = {};
    std::vector<std::string> exclude = {};

    /// Parses the attribute, or returns its fault as a sentence. Without the attribute no members
    /// are promised.
    static std::variant<Membership, std::string> from(const Attributes& attributes);
};

} // namespace vow::modules
