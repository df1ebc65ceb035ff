#pragma once

#include "protocol/harness/sandbox/layers.h"

#include <cstdint>
#include <string>

namespace vow::agent {

/// The machine's files for a simulation. While it exists, this process and its children see them
/// all, and their changes are made in a layer that is discarded at the end.
class SandboxedFiles {
public:
    /// Throws std::runtime_error when the kernel does not permit it. The layer is kept in memory,
    /// mounted on `folder` for this process alone; any folder will do. It may take `max_bytes`; 0:
    /// half of the memory. No other thread may run.
    explicit SandboxedFiles(std::string folder, std::uint64_t max_bytes = 0);
    SandboxedFiles(const SandboxedFiles&) = delete;
    SandboxedFiles& operator=(const SandboxedFiles&) = delete;
    ~SandboxedFiles();

    /// A path below which the unchanged files are found: "/proc/…" for "/".
    std::string original_root() const;

private:
    std::string folder_;
    harness::Layers layers_;
};

} // namespace vow::agent
