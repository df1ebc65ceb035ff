#include "policy/cfengine/promises/file_lock.h"

#include "policy/run/lock.h"
#include "protocol/text/path.h"

namespace vow::cfengine {
namespace {

constexpr std::chrono::seconds max_file_wait{30};

/// Equal for all paths that lead to a file, links included: its folder and its name there.
LockName name_for(HostFiles& host, const std::string& path) {
    const auto entry = host.status(path, Symlinks::as_they_are);
    const bool is_link = entry && entry->kind == FileKind::symlink;
    const std::string file = is_link ? host.real_path(path).value.value_or(path) : path;
    const auto folder = host.status(folder_of(file), Symlinks::follow);
    if (!folder) return LockName("edit " + file);
    const std::string name = file.substr(file.rfind('/') + 1);
    return LockName(
        "edit " + std::to_string(folder->device) + ":" + std::to_string(folder->inode) + "/" + name
    );
}

} // namespace

FileLock::FileLock(World& world, const std::string& path)
    : world_(world),
      name_(name_for(world.host, path)) {
    constexpr LockTerms terms{.if_elapsed = std::chrono::minutes(0)};
    const auto until = world.keeper.now() + max_file_wait;
    is_taken_ = wait_for_lock(world, name_, terms, until) == LockAnswer::taken;
}

FileLock::~FileLock() {
    if (is_taken_) world_.state.release(name_);
}

} // namespace vow::cfengine
