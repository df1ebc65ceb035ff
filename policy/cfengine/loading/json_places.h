#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>

namespace vow::cfengine {

/// The bytes [begin, end) of a text.
struct ByteRange {
    std::uint32_t begin, end;
};

/// The places of the members of a JSON text's outermost object, and of their members and items.
/// Reads the text once, however many places are looked up.
class JsonPlaces {
public:
    /// The text must be valid.
    explicit JsonPlaces(std::string_view json);

    /// Follows the names of members and the indices of items, at most two. Returns the place of the
    /// name if that leads to a member, of the value if it leads to an item; nullopt if there is no
    /// such part, or a name is written with escape sequences.
    std::optional<ByteRange> find(std::span<const std::string> path) const;

private:
    std::unordered_map<std::string, ByteRange> places_;
};

} // namespace vow::cfengine
