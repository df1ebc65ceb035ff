#pragma once

#include "protocol/promise/promise.h"

#include <string>
#include <vector>

namespace vow {

/// The absolute paths in the texts of a promise, without repetition. The effects of its module on
/// other files are not known.
struct NamedPaths {
    std::vector<std::string> files = {};
    std::string program = {}; ///< that keeps it, which it only reads; may be empty
};

/// Reads the promiser and all attributes. The program of a command is the first word of it.
NamedPaths paths_named_by(const Promise& promise);

/// Whether a path of one is a path of the other, or leads to it. Programs that both run do not
/// count.
bool share_files(const NamedPaths& one, const NamedPaths& other);

} // namespace vow
