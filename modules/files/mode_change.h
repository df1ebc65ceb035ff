#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace vow::modules {

/// A parsed `mode`: bits to set and bits to clear. "600" determines all twelve, "u+x" only one.
struct ModeChange {
    std::uint32_t set = 0;
    std::uint32_t clear = 0;

    std::uint32_t applied_to(std::uint32_t mode) const { return (mode | set) & ~clear; }
    /// The mode of a new file.
    std::uint32_t for_new_file() const { return set & ~clear; }
};

/// Parses octal numbers and symbolic clauses, separated by commas: "0644", "u=rwx,go=rx", "a-w",
/// "o-rwx,+t". nullopt if it is not a mode.
std::optional<ModeChange> mode_change_from(std::string_view words);

} // namespace vow::modules
