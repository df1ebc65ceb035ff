#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace vow::agent {

/// The needs of a process that handles bytes of strangers.
struct Confinement {
    std::optional<std::uint32_t> user = {}; ///< to become; only root can
    std::string folder = {};                ///< the only one it may change; empty: none
    enum class Reach {
        network, ///< connections, and programs such as git
        nothing  ///< neither, nor processes of its own
    };
    Reach reach = Reach::nothing;
};

/// Gives up this process's rights, for ever: takes the identity of the user, who gains none by any
/// program; with landlock(7) no file outside of the folder can be changed, and with seccomp(2) the
/// system calls are refused that could lead outside in other ways. A kernel without landlock leaves
/// the rights of the user, one without seccomp those of the system calls. Throws std::system_error
/// if something else fails.
///
/// The caller has no threads, and no descriptors open that lead outside.
void confine(const Confinement& confinement);

/// Whether this kernel can bound the files that a process changes.
bool can_bound_files();

} // namespace vow::agent
