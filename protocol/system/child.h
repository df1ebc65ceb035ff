#pragma once

#include "protocol/system/command.h"
#include "protocol/system/file_descriptor.h"
#include "protocol/system/trust.h"

#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include <sys/types.h>

namespace vow {

/// The reason why a process was not started: an errno, and the call that set it ("exec", "chdir",
/// "setuid").
struct StartFailure {
    int error;
    std::string_view call;
    std::string details = {}; ///< more exact than the system's words for the error; may be empty

    /// "No such file or directory", or the details.
    std::string reason() const;
};

/// The descriptors a child gets as its standard files; a negative number means /dev/null.
struct StandardFiles {
    int input = -1, output = -1, errors = -1;
};

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

/// "SIGTERM"; nullopt for a number without a name, such as a real-time signal.
std::optional<std::string> signal_name(int signal);
/// "SIGTERM"; "signal 40" for a number without a name.
std::string signal_text(int signal);

/// The user and the groups that a child changes to. Nothing in it: the child keeps ours.
struct ChildIdentity {
    std::optional<uid_t> user;
    std::optional<gid_t> group;
    std::vector<gid_t> groups; ///< empty: they stay as they are
};

/// Looks the user of a command up, which allocates: call it before the fork.
ChildIdentity child_identity(const Command& command);

/// Changes the identity of the calling process, a child that may share the memory of its parent:
/// allocates nothing. Returns the name of the call that failed, with the reason in errno; empty if
/// all succeeded.
std::string_view take_identity(const ChildIdentity& identity);

/// The reason why the kernel would refuse to start a program with these arguments and this
/// environment, and a remedy; nullopt if they are short enough. One text may have 128 KiB with its
/// end, and all of them, with a pointer for each, a quarter of the stack, but at least 128 KiB and
/// at most 6 MiB (execve(2), "Limits on size of arguments and environment").
///
/// Without this check a long argument costs a fork, and the failure would not name it. The
/// interpreter, which the kernel adds for a script, is not counted.
std::optional<std::string>
excess_of(const std::vector<std::string>& arguments, const std::vector<std::string>& environment);

/// Forks a process and lets it become the program of a command: the launcher of Boost.Process with
/// initializers for what a child of ours needs, and without its handle and its context, which would
/// cost three descriptors. Returns the number of the process, which leads a group of its own. Only
/// start() calls it, for a command that the trust check has passed. docs/decisions/processes.md
/// has the reasons.
std::variant<pid_t, StartFailure> launch(
    const Command& command, const StandardFiles& files, const std::vector<std::string>& environment
);

} // namespace vow
