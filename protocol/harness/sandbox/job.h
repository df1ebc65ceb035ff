#pragma once

#include "protocol/harness/sandbox/layers.h"
#include "protocol/harness/sandbox/sandbox.h"
#include "protocol/harness/sandbox/watch.h"
#include "protocol/system/file_descriptor.h"

#include <functional>
#include <string>
#include <vector>

#include <sys/types.h>

namespace vow::harness {

/// Work in a sandbox, from the side of the child process that makes the sandbox.
struct Job {
    /// Members of the answer: the reason for which a sandbox, or a result of the work, is missing.
    static constexpr const char* no_sandbox = "no sandbox";
    static constexpr const char* lost_work = "lost work";

    /// Whether the sandbox is worth having if attempts to reach outside cannot be seen.
    enum class Watching { wanted, needed };

    pid_t caller;       ///< as it was before the fork
    std::string folder; ///< where the layers are mounted
    /// Returns the answer. Called in the first process of the sandbox.
    std::function<Data(Layers&, const Inside&)> work;
    std::function<void(const Observation&)> tell; ///< receives the observation at the end
    std::vector<std::string> guarded = {};
    Watching watching = Watching::wanted;
    sigset_t signals = {}; ///< for the work to take; see Inside
};

/// Does a job in a child of the caller, and ends that child: it creates the namespaces, and watches
/// its own child, which is their first process and does the work. Both end with the caller. The
/// answer is written as JSON.
[[noreturn]] void run_job(const Job& job, FileDescriptor answer);

} // namespace vow::harness
