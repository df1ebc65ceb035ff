#include "agent/fleet/message_reader.h"

#include "agent/fleet/roles.h"
#include "protocol/text/utc_time.h"

#include <utility>

namespace vow::agent {

std::string bounded_text(const MetadataMembers& members, std::string_view name, std::size_t most) {
    std::string text = members.text(name);
    if (text.size() > most) members.fail("has a '" + std::string(name) + "' that is too long");
    return text;
}

std::string optional_text(const MetadataMembers& members, std::string_view name, std::size_t most) {
    const Data* value = members.find(name);
    if (value == nullptr || value->kind() == Data::Kind::null) return {};
    return bounded_text(members, name, most);
}

FleetTime time_member(const MetadataMembers& members, std::string_view name) {
    const auto time = utc_from(members.text(name));
    if (!time) members.fail("has a '" + std::string(name) + "' that is not a time of UTC");
    return *time;
}

std::optional<FleetTime> optional_time(const MetadataMembers& members, std::string_view name) {
    const Data* value = members.find(name);
    if (value == nullptr || value->kind() == Data::Kind::null) return std::nullopt;
    return time_member(members, name);
}

std::string fleet_name(const MetadataMembers& members, std::string_view name) {
    std::string text = bounded_text(members, name, name_size);
    if (!is_fleet_name(text)) members.fail("has a '" + std::string(name) + "' that is not a name");
    return text;
}

std::string optional_fleet_name(const MetadataMembers& members, std::string_view name) {
    return optional_text(members, name, name_size).empty() ? std::string()
                                                           : fleet_name(members, name);
}

std::string host_member(const MetadataMembers& members) {
    std::string text = members.text("host");
    if (!is_host_id(text)) members.fail("has a 'host' that is not a host's id");
    return text;
}

Data time_data(FleetTime time) {
    return Data::string(utc_text(time));
}

std::string message_text(std::vector<Data::Member> members) {
    members.insert(members.begin(), {"schema", Data::integer(fleet_schema)});
    return json_text(Data::object(std::move(members)));
}

} // namespace vow::agent
