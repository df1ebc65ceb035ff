#include "policy/cfengine/functions/state_data.h"

#include "protocol/data/conversion.h"

#include <map>

namespace vow::cfengine {

namespace {

constexpr std::string_view default_namespace = "default:";

std::string_view short_name(std::string_view name) {
    return name.starts_with(default_namespace) ? name.substr(default_namespace.size()) : name;
}

/// Splits a variable's name: default:main.a[x.y] is main and a[x.y].
struct VariableName {
    std::string_view bundle, name;
};

VariableName parts_of(std::string_view qualified) {
    const auto name = short_name(qualified);
    const auto dot = name.find('.');
    if (dot == name.npos) return {{}, name};
    return {name.substr(0, dot), name.substr(dot + 1)};
}

using Members = std::vector<Data::Member>;

Data classes_data(Surroundings& around) {
    Members members;
    for (const std::vector<TaggedName>& table : around.classes()) {
        for (const TaggedName& each : table)
            members.emplace_back(short_name(each.name), Data::boolean(true));
    }
    return Data::object(std::move(members));
}

} // namespace

Data state_data(Surroundings& around) {
    std::map<std::string, Members, std::less<>> bundles;
    for (const TaggedName& each : around.variables()) {
        const auto [bundle, name] = parts_of(each.name);
        const auto value = around.variable(each.name);
        if (value) bundles[std::string(bundle)].emplace_back(name, value->as_data());
    }
    Members variables;
    for (auto& [bundle, members] : bundles)
        variables.emplace_back(bundle, Data::object(std::move(members)));
    return with_sorted_members(Data::object(
        {{"classes", classes_data(around)}, {"vars", Data::object(std::move(variables))}}
    ));
}

Data bundle_data(std::string_view bundle, Surroundings& around) {
    Members members;
    for (const TaggedName& each : around.variables()) {
        const auto [owner, name] = parts_of(each.name);
        if (owner != short_name(bundle)) continue;
        if (const auto value = around.variable(each.name))
            members.emplace_back(name, value->as_data());
    }
    return with_sorted_members(Data::object(std::move(members)));
}

} // namespace vow::cfengine
