#pragma once

#include "modules/sdk/cpp/child_process.h"
#include "modules/sdk/cpp/file_descriptor.h"

#include <sys/types.h>

namespace vow::modules {

/// A program that was just started, or why it was not.
struct Launched {
    pid_t pid = -1;             ///< also its process group
    FileDescriptor output = {}; ///< the reading end of its stdout and stderr
    int error = 0;
    std::string_view failed_call = {};

    static Launched failed(int error, std::string_view call);
};

/// Starts a program: by posix_spawn, or, where it is to run as someone else or in another root,
/// which posix_spawn cannot do, by fork.
Launched launch(const Program& program);

} // namespace vow::modules
