#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <string_view>

namespace vow::client {

/// How long a module may take and how much it may send before it is ended (module protocol, section
/// 7). A promise's own limit (`expireafter`) overrides `evaluate`.
struct Limits {
    std::chrono::milliseconds header = std::chrono::seconds(10);
    std::chrono::milliseconds describe = std::chrono::seconds(10);
    std::chrono::milliseconds validate = std::chrono::seconds(60);
    std::chrono::milliseconds evaluate = std::chrono::minutes(30);
    std::chrono::milliseconds terminate = std::chrono::seconds(5);
    std::chrono::milliseconds kill = std::chrono::seconds(5); ///< between SIGTERM and SIGKILL
    std::chrono::milliseconds notice =
        std::chrono::seconds(30);                ///< between notices that a promise takes long
    std::size_t message = std::size_t{64} << 20; ///< bytes of one reply
    std::size_t log_line = std::size_t{1} << 20; ///< bytes of a line that is not a reply
    int ends = 3; ///< failures in the middle of a promise after which a module is not restarted
};

/// A limit that the command line can set.
struct NamedLimit {
    std::string_view name;
    std::chrono::milliseconds Limits::*limit;
};

inline constexpr std::array<NamedLimit, 7> named_limits = {{
    {"header", &Limits::header},
    {"describe", &Limits::describe},
    {"validate", &Limits::validate},
    {"evaluate", &Limits::evaluate},
    {"terminate", &Limits::terminate},
    {"kill", &Limits::kill},
    {"notice", &Limits::notice},
}};

} // namespace vow::client
