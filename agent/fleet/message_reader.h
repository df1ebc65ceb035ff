#pragma once

#include "agent/release/metadata_members.h"
#include "protocol/data/data.h"
#include "protocol/text/named_value.h"

#include <array>
#include <chrono>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace vow::agent {

using FleetTime = std::chrono::sys_seconds;

/// A message that is not one of those that its subject has. It is counted and dropped.
class BadMessage : public std::runtime_error {
public:
    using runtime_error::runtime_error;
};

/// The forms that this program writes; it reads those of the two after it as well, which only add
/// members.
constexpr std::int64_t fleet_schema = 1;

/// Reads a message: checks that it is an object with a `schema` that can be read, and hands its
/// members to `read`. Throws BadMessage for all that is not as `read` needs it.
template <class Read>
auto read_message(std::string_view text, const std::string& name, Read read) {
    constexpr std::size_t most = 1 << 20;
    constexpr std::int64_t newer = 2;
    if (text.size() > most) throw BadMessage(name + " is too large");
    const auto parsed = parse_json(text);
    const auto* data = std::get_if<Data>(&parsed);
    if (data == nullptr) throw BadMessage(name + " is not JSON");
    try {
        const MetadataMembers members(*data, name);
        const std::int64_t schema = members.number("schema", 1);
        if (schema > fleet_schema + newer)
            throw BadMessage(name + " has the form " + std::to_string(schema));
        return read(members);
    } catch (const BadMessage&) {
        throw;
    } catch (const std::exception& fault) {
        throw BadMessage(fault.what());
    }
}

/// A text of at most so many bytes.
std::string bounded_text(const MetadataMembers& members, std::string_view name, std::size_t most);
/// Empty without the member.
std::string optional_text(const MetadataMembers& members, std::string_view name, std::size_t most);
FleetTime time_member(const MetadataMembers& members, std::string_view name);
std::optional<FleetTime> optional_time(const MetadataMembers& members, std::string_view name);

/// The bytes that a name may have, and a reason.
constexpr std::size_t name_size = 255;
constexpr std::size_t reason_size = 1024;
/// A name of the fleet: is_fleet_name().
std::string fleet_name(const MetadataMembers& members, std::string_view name);
/// Empty without the member.
std::string optional_fleet_name(const MetadataMembers& members, std::string_view name);
/// The member `host`: is_host_id().
std::string host_member(const MetadataMembers& members);

/// The value of one of the words of a table.
template <class Value, std::size_t Count>
Value named_member(
    const MetadataMembers& members,
    std::string_view name,
    const std::array<NamedValue<Value>, Count>& words
) {
    const std::string word = members.text(name);
    const auto value = find_value<Value>(words, word);
    if (!value) members.fail("has an unknown '" + std::string(name) + "': " + word);
    return *value;
}

Data time_data(FleetTime time);
/// A message with these members, and the number of its form.
std::string message_text(std::vector<Data::Member> members);

} // namespace vow::agent
