#pragma once

#include "protocol/system/file_descriptor.h"

#include <string>
#include <vector>

#include <sys/types.h>

namespace vow::client {

/// A process that has just been started, and our ends of its pipes: not blocking, closed on exec.
struct Spawned {
    pid_t pid;
    FileDescriptor input, output, errors;
    FileDescriptor exit; ///< a pidfd
};

/// Whether somebody watches how far promises come. A module is told by VOW_PROGRESS=1 in its
/// environment, and otherwise says nothing of it (module protocol, section 9).
enum class Progress { unwatched, watched };

/// Starts `command` by posix_spawn: its own process group, no signal blocked or ignored, no
/// descriptor but 0, 1 and 2. Throws std::system_error when the program cannot be executed.
Spawned spawn(const std::vector<std::string>& command, Progress progress);

} // namespace vow::client
