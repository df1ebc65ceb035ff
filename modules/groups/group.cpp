#include "modules/groups/group.h"

#include "modules/sdk/cpp/declared.h"
#include "modules/sdk/cpp/text.h"
#include "protocol/text/name_grammar.h"
#include "protocol/text/text.h"

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

namespace {

using Names = std::vector<std::string>;

/// nullopt if one cannot be the name of a user, or if it is not a list.
std::optional<Names> names_in(const Data& list) {
    if (list.kind() != Data::Kind::array) return std::nullopt;
    Names names;
    for (const Data& item : list.items()) {
        const std::string_view name = item.text();
        if (item.kind() != Data::Kind::string || fault_of_name(names::user, name))
            return std::nullopt;
        names.emplace_back(name);
    }
    return names;
}

/// The first contradiction between two parts; empty if they agree.
std::string contradiction(const Membership& wanted) {
    if (wanted.only && !(wanted.include.empty() && wanted.exclude.empty())) {
        return "Attribute 'members' has 'only', which excludes 'include' and 'exclude'";
    }
    for (const std::string& user : wanted.include) {
        if (std::ranges::find(wanted.exclude, user) != wanted.exclude.end()) {
            return text({"Attribute 'members' both includes and excludes '", user, "'"});
        }
    }
    return {};
}

} // namespace

std::variant<Membership, std::string> Membership::from(const Attributes& attributes) {
    Membership wanted;
    const AttributeValue* value = attributes.find("members");
    if (value == nullptr) return wanted;
    const auto object = data_of(*value);
    if (!object || object->kind() != Data::Kind::object) {
        return "Attribute 'members' must be a body, data, or a JSON object";
    }
    for (const auto& [part, list] : object->members()) {
        auto names = names_in(list);
        if (part != "only" && part != "include" && part != "exclude") {
            return text(
                {"Attribute 'members' has the unknown part '",
                 part,
                 "'; expected 'only', 'include' or 'exclude'"}
            );
        }
        if (!names) return text({"Attribute 'members' must have a list of users as '", part, "'"});
        if (part == "only") wanted.only = std::move(*names);
        if (part == "include") wanted.include = std::move(*names);
        if (part == "exclude") wanted.exclude = std::move(*names);
    }
    if (std::string fault = contradiction(wanted); !fault.empty()) return fault;
    return wanted;
}

} // namespace vow::modules
