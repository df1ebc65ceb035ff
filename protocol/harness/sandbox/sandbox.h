#pragma once

#include "protocol/data/data.h"
#include "protocol/harness/sandbox/watch.h"

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

/// The result of work in a sandbox, the changes that it made there, and the attempts to reach
/// outside.
struct SandboxResult {
    Data value;                      ///< the result of the work
    std::vector<PathChange> changes; ///< all changes on any file system
    Observation observation;
};

/// Why this user cannot have a sandbox on this machine. The work was not begun.
struct NoSandbox {
    std::string why;
};

/// Why work that was begun in a sandbox has no result.
struct LostWork {
    std::string why;
};

/// Does `work` in a child process that sees the machine's files but writes into a layer of its own,
/// which is discarded: private mount, network, process, IPC and UTS namespaces, an overlay over
/// every file system, and no rights over the whole machine for root. An exception from `work` makes
/// it LostWork. If `guarded` are given, the first process group that is about to give a complete
/// file one of these paths, by a rename or a link, is killed before it does.
std::variant<SandboxResult, NoSandbox, LostWork>
in_sandbox(const std::function<Data()>& work, const std::vector<std::string>& guarded = {});

} // namespace vow::harness
