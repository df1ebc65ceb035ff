#pragma once

#include <pwd.h>
#include <sys/types.h>

namespace vow::tests {

/// A user id that no account of this machine has, so that messages show the number.
inline uid_t user_without_account() {
    uid_t id = 6666;
    while (::getpwuid(id) != nullptr)
        ++id;
    return id;
}

} // namespace vow::tests
