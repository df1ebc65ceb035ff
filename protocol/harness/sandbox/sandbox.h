#pragma once

#include "protocol/data/data.h"

#include <functional>
#include <string>
#include <variant>
#include <vector>

namespace vow::harness {

/// A path that is not what it was, and in what way.
struct PathChange {
    std::string path;
    std::string what; ///< "created", "deleted", "its mode changed from 644 to 600", ...
};

struct Sandboxed {
    Data value;                      ///< what the work answered
    std::vector<PathChange> changes; ///< all that it changed on any file system
};

/// Why there is no sandbox on this machine, for this user.
struct NoSandbox {
    std::string why;
};

/// Does `work` in a child process that sees the machine's files as they are, but writes into a
/// layer of its own, which is thrown away: private mount, network, process and IPC namespaces, an
/// overlay over every file system, an empty /run. What the work throws becomes NoSandbox, too.
std::variant<Sandboxed, NoSandbox> in_sandbox(const std::function<Data()>& work);

} // namespace vow::harness
