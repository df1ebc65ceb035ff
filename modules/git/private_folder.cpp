#include "modules/git/private_folder.h"

#include "protocol/text/number.h"
#include "protocol/text/text.h"

#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdint>
#include <exception>
#include <string_view>
#include <thread>

#include <fcntl.h>
#include <sched.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <unistd.h>

namespace vow::modules {
namespace {

std::string trusted_folder_above(const std::string& path, const Trust& trust) {
    std::string folder = folder_of(path);
    while (!folder.empty() && trust.refusal_of(folder))
        folder = folder_of(folder);
    return folder;
}

constexpr std::string_view name_begin = ".vow-git-"; ///< then the process and a time

/// A name that no other process uses.
std::string new_name() {
    const auto now = std::chrono::steady_clock::now().time_since_epoch();
    return std::string(name_begin) + std::to_string(::getpid()) + "-" + std::to_string(now.count());
}

/// Whether a folder belongs to a process that was killed.
bool is_left_behind(std::string_view name) {
    if (!name.starts_with(name_begin)) return false;
    name.remove_prefix(name_begin.size());
    const auto process = integer_from(name.substr(0, name.find('-')));
    return process && *process > 0 && ::kill(static_cast<pid_t>(*process), 0) != 0 &&
           errno == ESRCH;
}

void remove_left_behind(const OpenFolder& folder) {
    const auto names = names_in(folder);
    if (!names) return;
    for (const std::string& name : *names) {
        if (is_left_behind(name)) Place(folder, name).remove_tree();
    }
}

/// Mounts a folder at another path, for this thread and what it starts. Returns 0 or an errno.
int mount_apart(const std::string& path, std::optional<ino_t> inode, const std::string& at) {
    if (::unshare(CLONE_NEWNS) != 0) return errno;
    if (::mount(nullptr, "/", nullptr, MS_REC | MS_PRIVATE, nullptr) != 0) return errno;
    const auto named = Place::at(path); // a folder that was opened before is not among these mounts
    const auto place = named ? named->resolved() : named;
    const auto folder =
        place ? place->open_folder() : SystemResult<OpenFolder>::failed(place.error());
    if (!folder) return folder.error();
    struct stat status = {};
    if (::fstat((*folder)->number(), &status) != 0) return errno;
    if (inode && status.st_ino != *inode) return ESTALE;
    const std::string source = "/proc/self/fd/" + std::to_string((*folder)->number());
    return ::mount(source.c_str(), at.c_str(), nullptr, MS_BIND, nullptr) == 0 ? 0 : errno;
}

/// The mount of an open folder; nullopt on a kernel that does not number them.
std::optional<std::uint64_t> mount_of(const OpenFolder& folder) {
    struct statx status = {};
    const int result = ::statx(folder->number(), "", AT_EMPTY_PATH, STATX_MNT_ID, &status);
    if (result != 0 || (status.stx_mask & STATX_MNT_ID) == 0) return std::nullopt;
    return status.stx_mnt_id;
}

} // namespace

PrivateFolder::PrivateFolder(const std::string& path, const Trust& trust)
    : path_(trusted_folder_above(path, trust) + "/" + new_name()) {
    const auto place = Place::at(path_);
    if (place) remove_left_behind(place->folder());
    error_ = place ? place->make_folder(0700) : place.error();
}

PrivateFolder::~PrivateFolder() {
    if (error_ != 0) return;
    if (const auto place = Place::at(path_)) place->remove_tree();
}

int PrivateFolder::show(
    const std::string& path, std::optional<ino_t> inode, const std::function<void()>& step
) const {
    int error = 0;
    std::exception_ptr thrown;
    std::thread apart([&] { // its mounts are its own, and end with it
        try {
            error = mount_apart(path, inode, path_);
            if (error == 0) step();
        } catch (...) {
            thrown = std::current_exception();
        }
    });
    apart.join();
    if (thrown) std::rethrow_exception(thrown);
    return error;
}

bool PrivateFolder::can_move_to(const Place& place) const {
    const auto here = Place::at(path_);
    return here && mount_of(here->folder()) == mount_of(place.folder());
}

} // namespace vow::modules
