#pragma once

#include "protocol/harness/sandbox/sandbox.h"

#include <map>
#include <string>
#include <vector>

namespace vow::harness {

/// What the upper layer of an overlay says of the file system below it, which is mounted at
/// `point` and can be read there. What was only copied up is no change.
std::vector<PathChange> changes_in_layer(const std::string& upper, const std::string& point);

/// What folders held at one time, for comparison with a later one: where there is no sandbox.
class Snapshot {
public:
    explicit Snapshot(std::vector<std::string> folders);

    /// What has changed since.
    std::vector<PathChange> changes() const;

private:
    /// Kind, mode, owner and content of each path, as a text.
    using Paths = std::map<std::string, std::string>;
    static Paths paths_in(const std::vector<std::string>& folders);

    std::vector<std::string> folders_;
    Paths paths_;
};

} // namespace vow::harness
