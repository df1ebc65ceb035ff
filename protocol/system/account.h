#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace vow {

/// An entry of the user database (passwd(5)).
struct User {
    std::string name;
    std::uint32_t uid, gid;
    std::string gecos, home, shell;
};

/// An entry of the group database (group(5)).
struct Group {
    std::string name;
    std::uint32_t gid;
    std::vector<std::string> members;
};

} // namespace vow
