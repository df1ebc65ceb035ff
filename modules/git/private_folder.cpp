#include "modules/git/private_folder.h"

#include "protocol/text/path.h"

#include <cerrno>
#include <chrono>
#include <thread>

#include <sched.h>
#include <sys/mount.h>
#include <unistd.h>

namespace vow::modules {
namespace {

std::string trusted_folder_above(const std::string& path, const Trust& trust) {
    std::string folder = folder_of(path);
    while (!folder.empty() && trust.refusal_of(folder))
        folder = folder_of(folder);
    return folder;
}

/// A name that no other process uses.
std::string new_name() {
    const auto now = std::chrono::steady_clock::now().time_since_epoch();
    return "/.vow-git-" + std::to_string(::getpid()) + "-" + std::to_string(now.count());
}

/// Mounts a folder at another path, for this thread and what it starts. Returns 0 or an errno.
int mount_apart(const std::string& path, const std::string& at) {
    if (::unshare(CLONE_NEWNS) != 0) return errno;
    if (::mount(nullptr, "/", nullptr, MS_REC | MS_PRIVATE, nullptr) != 0) return errno;
    const auto named = Place::at(path); // a folder that was opened before is not among these mounts
    const auto place = named ? named->resolved() : named;
    const auto folder =
        place ? place->open_folder() : SystemResult<OpenFolder>::failed(place.error());
    if (!folder) return folder.error();
    const std::string source = "/proc/self/fd/" + std::to_string((*folder)->number());
    return ::mount(source.c_str(), at.c_str(), nullptr, MS_BIND, nullptr) == 0 ? 0 : errno;
}

} // namespace

PrivateFolder::PrivateFolder(const std::string& path, const Trust& trust)
    : path_(trusted_folder_above(path, trust) + new_name()) {
    const auto place = Place::at(path_);
    error_ = place ? place->make_folder(0700) : place.error();
}

PrivateFolder::~PrivateFolder() {
    if (error_ != 0) return;
    if (const auto place = Place::at(path_)) place->remove_tree();
}

int PrivateFolder::show(const std::string& path, const std::function<void()>& step) const {
    int error = 0;
    std::thread apart([&] { // its mounts are its own, and end with it
        error = mount_apart(path, path_);
        if (error == 0) step();
    });
    apart.join();
    return error;
}

} // namespace vow::modules
