#pragma once

#include <cstdint>
#include <string>

namespace vow {

/// A process as the kernel describes it in /proc. Sizes are in kibibytes.
struct RunningProcess {
    std::int64_t pid, parent, group;
    std::string owner;   ///< the user's name, or number without a name
    std::string state;   ///< one letter: R, S, D, Z, T, ...
    std::string tty;     ///< "pts/3", "tty1"; "?" for none
    std::string command; ///< with arguments; [name] if it has none
    std::int64_t virtual_size, resident_size, nice, threads;
    std::int64_t started;      ///< seconds since the epoch
    std::int64_t seconds_used; ///< processor time
};

} // namespace vow
