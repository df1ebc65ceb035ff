#include "modules/groups/group.h"

#include <algorithm>
#include <fstream>

namespace vow::modules {
namespace {

std::vector<std::string> fields_of(const std::string& line, char separator) {
    std::vector<std::string> fields;
    for (std::size_t begin = 0; begin <= line.size();) {
        const std::size_t end = std::min(line.find(separator, begin), line.size());
        fields.push_back(line.substr(begin, end - begin));
        begin = end + 1;
    }
    return fields;
}

} // namespace

bool Group::has(const std::string& user) const {
    return std::ranges::find(members, user) != members.end();
}

std::optional<Group> find_group(const std::string& name) {
    std::ifstream file("/etc/group");
    for (std::string line; std::getline(file, line);) {
        if (!line.starts_with(name + ":")) continue;
        const auto fields = fields_of(line, ':'); // name, password, number, members
        if (fields.size() != 4) continue;
        Group group{.name = name, .id = fields[2]};
        if (!fields[3].empty()) group.members = fields_of(fields[3], ',');
        return group;
    }
    return std::nullopt;
}

} // namespace vow::modules
