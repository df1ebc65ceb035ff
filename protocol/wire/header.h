#pragma once

#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace vow::wire {

/// How requests and replies are written once the headers have been exchanged.
enum class Variant { line_based, json_based };

/// A module's header (module protocol, section 2).
struct Header {
    std::string name;
    std::string version;
    Variant variant = Variant::line_based;
    std::vector<std::string> flags = {};   ///< as written, known or not, the variants left out
    std::vector<std::string> remarks = {}; ///< tolerated irregularities

    bool has(std::string_view flag) const;
};

/// The fault of a header line, in words that follow "its header '...' ".
struct HeaderError {
    std::string message;
};

/// The version that the agent sends. It is defined here only. Published module libraries refuse
/// versions that do not start with "3.".
inline constexpr std::string_view agent_version = "3.27.0";

/// The agent's header, including the empty line.
std::string agent_header();

/// A module's header, including the empty line.
std::string header_text(const Header& header);

/// Reads the first line of a module.
std::variant<Header, HeaderError> parse_header(std::string_view line);

} // namespace vow::wire
