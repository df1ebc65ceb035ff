#include "modules/groups/group.h"

#include "protocol/text/words.h"

#include <algorithm>
#include <fstream>
#include <string_view>

namespace vow::modules {
namespace {

std::vector<std::string> fields_of(std::string_view line, char separator) {
    const auto fields = split_at(line, separator);
    return {fields.begin(), fields.end()};
}

} // namespace

bool Group::has(const std::string& user) const {
    return std::ranges::find(members, user) != members.end();
}

std::vector<Group> local_groups() {
    std::vector<Group> groups;
    std::ifstream file("/etc/group");
    for (std::string line; std::getline(file, line);) {
        const auto fields = fields_of(line, ':'); // name, password, number, members
        if (fields.size() != 4) continue;
        Group& group = groups.emplace_back(Group{.name = fields[0], .id = fields[2]});
        if (!fields[3].empty()) group.members = fields_of(fields[3], ',');
    }
    return groups;
}

std::optional<Group> find_group(const std::string& name) {
    const auto groups = local_groups();
    const auto found = std::ranges::find(groups, name, &Group::name);
    return found == groups.end() ? std::nullopt : std::optional(*found);
}

} // namespace vow::modules
