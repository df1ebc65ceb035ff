#include "agent/simulation/sandboxed_files.h"

#include <filesystem>
#include <stdexcept>
#include <utility>

#include <sys/mount.h>
#include <unistd.h>

namespace vow::agent {
namespace {

/// Calls that change the root folder change the working folder as well.
template <class Call>
void where_it_is(Call&& change_root) {
    std::error_code ignored;
    const std::filesystem::path here = std::filesystem::current_path(ignored);
    std::forward<Call>(change_root)();
    std::filesystem::current_path(here, ignored);
}

} // namespace

SandboxedFiles::SandboxedFiles(std::string folder, std::uint64_t max_bytes)
    : folder_(std::move(folder)),
      layers_(folder_, harness::Isolation::files, max_bytes) {
    where_it_is([this] { layers_.enter(); });
}

SandboxedFiles::~SandboxedFiles() {
    try {
        where_it_is([this] {
            layers_.leave();
            ::umount2(folder_.c_str(), MNT_DETACH);
        });
    } catch (const std::runtime_error&) {
        // Then the mounts end with this process.
    }
}

std::string SandboxedFiles::original_root() const {
    return "/proc/" + std::to_string(::getpid()) + "/fd/" +
           std::to_string(layers_.outside().number());
}

} // namespace vow::agent
