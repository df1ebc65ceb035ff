#pragma once

#include "protocol/data/data.h"

#include <functional>
#include <string>
#include <variant>
#include <vector>

namespace vow::harness {

/// A changed path, and the kind of the change.
struct PathChange {
    std::string path;
    std::string what; ///< "created", "deleted", "its mode changed from 644 to 600", ...
};

/// The result of work in a sandbox, and the changes that it made there.
struct SandboxResult {
    Data value;                      ///< the result of the work
    std::vector<PathChange> changes; ///< all changes on any file system
};

/// Why this user cannot have a sandbox on this machine.
struct NoSandbox {
    std::string why;
};

/// Does `work` in a child process that sees the machine's files but writes into a layer of its own,
/// which is discarded: private mount, network, process and IPC namespaces, an overlay over every
/// file system, an empty /run. An exception from `work` becomes NoSandbox, too.
std::variant<SandboxResult, NoSandbox> in_sandbox(const std::function<Data()>& work);

} // namespace vow::harness
