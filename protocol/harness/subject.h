#pragma once

#include "protocol/client/progress.h"

#include <string>
#include <vector>

namespace vow::harness {

/// The module under examination: its name in messages, and the command that starts it.
struct Subject {
    std::string name;
    std::vector<std::string> command; ///< a path and its arguments
    client::Progress progress = client::Progress::unwatched;
};

/// The module in a file. It is started by `interpreter` if given, found on the PATH; otherwise
/// directly, or if it is not executable by the interpreter in its first line ("#!/bin/sh"). A file
/// without such a line is started by the one that its ending names: .js .pl .py .sh. Throws
/// client::ModuleError when it cannot be started.
Subject subject_at(const std::string& path, const std::string& interpreter);

} // namespace vow::harness
