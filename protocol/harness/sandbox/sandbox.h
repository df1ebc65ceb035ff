#pragma once

#include "protocol/data/data.h"
#include "protocol/harness/sandbox/watch.h"
#include "protocol/system/file_descriptor.h"

#include <csignal>
#include <functional>
#include <optional>
#include <set>
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

/// The folder with the changes below `point`, and the unchanged folder, both open. A folder that
/// had to be rebuilt in memory is its own layer: those of its entries that are listed are as they
/// were, and others are new.
struct OpenLayer {
    std::string point;
    FileDescriptor changed, original;
    std::optional<std::set<std::string>> names = {}; ///< nullopt for a layer of an overlay
};

/// The parts of a sandbox that long work in it can look at while it goes on.
struct Inside {
    std::vector<OpenLayer> layers;
    FileDescriptor attempts; ///< a non-blocking pipe, for attempts_in()
    sigset_t signals = {};   ///< the mask to take once signals are handled; until then they wait
};

/// Does `work` in a child process that sees the machine's files but writes into a layer of its own,
/// which is discarded: private mount, network, process, IPC and UTS namespaces, an overlay over
/// every file system, and no rights over the whole machine for root. An exception from `work` makes
/// it LostWork. If `guarded` are given, the first process group that is about to give a complete
/// file one of these paths, by a rename or a link, is killed before it does.
std::variant<SandboxResult, NoSandbox, LostWork>
in_sandbox(const std::function<Data()>& work, const std::vector<std::string>& guarded = {});

/// Does work that takes its time, as part of this process: signals to this one are passed on to it,
/// and it ends with this one, however that ends. It has our standard output and errors, the open
/// descriptors in `kept` and no others, and it looks at its changes itself. Nothing is left of it,
/// in no file system. Attempts to reach outside must be observable.
std::variant<Data, NoSandbox, LostWork>
live_in_sandbox(const std::function<Data(const Inside&)>& work, const std::vector<int>& kept);

} // namespace vow::harness
