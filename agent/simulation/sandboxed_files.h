#pragma once

#include "protocol/harness/sandbox/layers.h"

#include <string>

namespace vow::agent {

/// The machine's files for a simulation. While it exists, this process and its children see them
/// all, and their changes are made in a layer that is discarded at the end.
class SandboxedFiles {
public:
    /// Throws std::runtime_error when the kernel does not permit it. `folder` must not exist; the
    /// layer is kept in it, in memory. No other thread may run.
    explicit SandboxedFiles(std::string folder);
    SandboxedFiles(const SandboxedFiles&) = delete;
    SandboxedFiles& operator=(const SandboxedFiles&) = delete;
    ~SandboxedFiles();

    /// A path below which the unchanged files are found: "/proc/…" for "/".
    std::string original_root() const;

private:
    /// An empty folder, removed at the end with all that is mounted on it.
    struct MountPoint {
        explicit MountPoint(std::string folder);
        MountPoint(const MountPoint&) = delete;
        MountPoint& operator=(const MountPoint&) = delete;
        ~MountPoint();

        std::string path;
    };

    MountPoint folder_;
    harness::Layers layers_;
};

} // namespace vow::agent
