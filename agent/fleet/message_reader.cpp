#include "agent/fleet/message_reader.h"

#include "protocol/text/utc_time.h"

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

Data time_data(FleetTime time) {
    return Data::string(utc_text(time));
}

} // namespace vow::agent
