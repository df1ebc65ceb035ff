#include "policy/inmanta/export/resources.h"
#include "policy/inmanta/values/value_data.h"

#include <algorithm>
#include <map>

namespace vow::inmanta {
namespace {

Data field_data(const Value& value) {
    return data_of(value, [](const Value& other) {
        return Data::string(other.is_unknown() ? "<<undefined>>" : text_of(other));
    });
}

std::vector<std::string_view>
required_ids(const Resource& resource, std::span<const Resource> resources) {
    std::vector<std::string_view> ids;
    ids.reserve(resource.requirements.size());
    for (const std::size_t required : resource.requirements)
        ids.push_back(resources[required].id);
    std::ranges::sort(ids);
    return ids;
}

Data data_of_resource(const Resource& resource, std::span<const Resource> resources) {
    std::vector<Data::Member> members = {
        {"id", Data::string(resource.id)}, {"agent", Data::string(resource.agent)}};
    for (const auto& [name, value] : resource.fields.members()) {
        if (name != "requires" && name != "id" && name != "agent")
            members.emplace_back(name, field_data(value));
    }
    Data::Array ids;
    for (const std::string_view id : required_ids(resource, resources))
        ids.push_back(Data::string(id));
    members.emplace_back("requires", Data::array(std::move(ids)));
    return Data::object(std::move(members));
}

std::string quoted(std::string_view text) {
    std::string result = "\"";
    for (const char c : text) {
        if (c == '\n') {
            result += "\\n";
            continue;
        }
        if (c == '"' || c == '\\') result += '\\';
        result += c;
    }
    return result + "\"";
}

} // namespace

std::string json_of(std::span<const Resource> resources) {
    std::string text = "[";
    for (const Resource& resource : resources) {
        text += text.size() == 1 ? "\n" : ",\n";
        text += json_text(data_of_resource(resource, resources));
    }
    return text + "\n]\n";
}

std::string graph_of(std::span<const Resource> resources) {
    std::map<std::string_view, std::vector<const Resource*>> by_agent;
    for (const Resource& resource : resources)
        by_agent[resource.agent].push_back(&resource);
    std::string text = "digraph resources {\n    rankdir=RL\n    node [shape=box]\n";
    std::size_t number = 0;
    for (const auto& [agent, members] : by_agent) {
        text += "    subgraph cluster_" + std::to_string(number++) + " {\n        label=";
        text += quoted(agent) + "\n";
        for (const Resource* resource : members)
            text.append("        ").append(quoted(resource->id)).append("\n");
        text += "    }\n";
    }
    for (const Resource& resource : resources) {
        for (const std::string_view id : required_ids(resource, resources))
            text.append("    ").append(quoted(resource.id)).append(" -> ").append(quoted(id)) +=
                "\n";
    }
    return text + "}\n";
}

} // namespace vow::inmanta
