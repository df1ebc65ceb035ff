#pragma once

#include "protocol/system/file_descriptor.h"
#include "protocol/system/launcher.h"
#include "protocol/system/trust.h"

#include <chrono>
#include <optional>
#include <string>
#include <variant>

#include <sys/types.h>

namespace vow {

/// A process that was started and not waited for yet.
struct Child {
    pid_t pid;           ///< also the number of its process group
    FileDescriptor exit; ///< a pidfd: readable once the process has exited
    std::string mark;    ///< in the environment of the process and of its descendants
};

/// Starts a command in a process group of its own, with every signal unblocked and at its default,
/// with the limit of descriptors that we were started with, and with no descriptor but its standard
/// files and the lock descriptor. It gets SIGTERM when the calling thread ends. Its environment
/// has VOW_CHILD, which names it. The caller waits for the process.
std::variant<Child, StartFailure> start(const TrustedCommand& command, const StandardFiles& files);

/// Signals the process group of a child that was not waited for, and the child itself where it has
/// left that group.
void signal_group(const Child& child, int number);

/// Waits for a child to exit, no longer than `limit`, and reaps it. Returns its status in the terms
/// of waitpid; nullopt if it has not exited, as a process that withstands SIGKILL.
std::optional<int> reap(const Child& child, std::chrono::milliseconds limit);

} // namespace vow
