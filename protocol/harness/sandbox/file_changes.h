#pragma once

#include "protocol/harness/sandbox/sandbox.h"

#include <map>
#include <string>
#include <vector>

namespace vow::harness {

/// The changes recorded in the upper layer of an overlay over the folder `point`, whose files are
/// found unchanged below `host`. Files that were copied up but not changed do not count.
std::vector<PathChange>
changes_in_layer(const std::string& upper, const std::string& point, const std::string& host);

/// The state of folders at one time, for comparison: used where no sandbox is available.
class Snapshot {
public:
    explicit Snapshot(std::vector<std::string> folders);

    /// Changes since construction.
    std::vector<PathChange> changes() const;

private:
    /// Kind, mode, owner and content of each path, as a text.
    using Paths = std::map<std::string, std::string>;
    static Paths paths_in(const std::vector<std::string>& folders);

    std::vector<std::string> folders_;
    Paths paths_;
};

} // namespace vow::harness
