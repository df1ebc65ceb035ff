#include "agent/simulation/sandboxed_files.h"

#include <filesystem>
#include <stdexcept>

#include <sys/mount.h>
#include <unistd.h>

namespace vow::agent {

SandboxedFiles::MountPoint::MountPoint(std::string folder) : path(std::move(folder)) {
    std::error_code error;
    std::filesystem::create_directories(path, error);
    if (error) throw std::runtime_error("cannot make " + path + ": " + error.message());
}

SandboxedFiles::MountPoint::~MountPoint() {
    ::umount2(path.c_str(), MNT_DETACH);
    std::error_code ignored;
    std::filesystem::remove(path, ignored);
}

SandboxedFiles::SandboxedFiles(std::string folder)
    : folder_(std::move(folder)),
      layers_(folder_.path, harness::Isolation::files) {
    const std::filesystem::path here = std::filesystem::current_path();
    layers_.enter();
    std::error_code ignored;
    std::filesystem::current_path(here, ignored);
}

SandboxedFiles::~SandboxedFiles() {
    try {
        layers_.leave();
    } catch (const std::runtime_error&) {
        // Then the folder stays, without the mounts, which end with this process.
    }
}

std::string SandboxedFiles::original_root() const {
    return "/proc/" + std::to_string(::getpid()) + "/fd/" +
           std::to_string(layers_.outside().number());
}

} // namespace vow::agent
