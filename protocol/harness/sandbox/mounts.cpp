#include "protocol/harness/sandbox/mounts.h"

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <fstream>
#include <sstream>
#include <stdexcept>

#include <fcntl.h>
#include <sys/mount.h>

namespace vow::harness {
namespace {

void mount_or_fail(
    const std::string& source,
    const std::string& target,
    const char* type,
    unsigned long flags,
    const std::string& options
) {
    if (::mount(source.c_str(), target.c_str(), type, flags, options.c_str()) == 0) return;
    const std::string what = type == nullptr ? source : type;
    throw std::runtime_error(
        "cannot mount " + what + " on " + target + ": " + std::strerror(errno)
    );
}

void mount_with(const std::string& source, const std::string& target, std::uint64_t attributes) {
    mount_also(source, target);
    struct mount_attr wanted = {};
    wanted.attr_set = attributes;
    if (::mount_setattr(AT_FDCWD, target.c_str(), AT_RECURSIVE, &wanted, sizeof wanted) == 0)
        return;
    throw std::runtime_error("cannot make " + target + " read-only: " + std::strerror(errno));
}

} // namespace

void mount_new(
    const std::string& type, const std::string& target, const std::string& options, Devices devices
) {
    const unsigned long flags = devices == Devices::usable ? 0 : MS_NODEV;
    mount_or_fail(type, target, type.c_str(), flags, options);
}

void mount_also(const std::string& source, const std::string& target) {
    mount_or_fail(source, target, nullptr, MS_BIND | MS_REC, "");
}

void mount_read_only(const std::string& source, const std::string& target) {
    mount_with(source, target, MOUNT_ATTR_RDONLY);
}

void mount_unusable(const std::string& source, const std::string& target) {
    mount_with(source, target, MOUNT_ATTR_RDONLY | MOUNT_ATTR_NODEV);
}

FileDescriptor copy_mounts(const std::string& folder) {
    constexpr unsigned flags = OPEN_TREE_CLONE | OPEN_TREE_CLOEXEC | AT_RECURSIVE;
    FileDescriptor copy(::open_tree(AT_FDCWD, folder.c_str(), flags));
    struct mount_attr wanted = {};
    wanted.attr_set = MOUNT_ATTR_RDONLY;
    constexpr unsigned whole = AT_EMPTY_PATH | AT_RECURSIVE;
    if (copy && ::mount_setattr(copy.number(), "", whole, &wanted, sizeof wanted) == 0) return copy;
    throw std::runtime_error("cannot copy the mounts of " + folder + ": " + std::strerror(errno));
}

void mount_copy(const FileDescriptor& copy, const std::string& target) {
    if (::move_mount(copy.number(), "", AT_FDCWD, target.c_str(), MOVE_MOUNT_F_EMPTY_PATH) == 0)
        return;
    throw std::runtime_error("cannot mount a copy on " + target + ": " + std::strerror(errno));
}

void keep_mounts_private() {
    mount_or_fail("none", "/", nullptr, MS_REC | MS_PRIVATE, "");
}

std::vector<std::string> mount_points() {
    std::vector<std::string> points;
    std::ifstream in("/proc/self/mountinfo");
    for (std::string line; std::getline(in, line);) {
        std::istringstream words(line);
        std::string skipped;
        std::string point;
        words >> skipped >> skipped >> skipped >> skipped >> point;
        for (std::size_t at = point.find('\\'); at != std::string::npos;
             at = point.find('\\', at + 1)) {
            const std::string octal = point.substr(at + 1, 3);
            point.replace(at, 4, 1, static_cast<char>(std::stoi(octal, nullptr, 8)));
        }
        if (std::find(points.begin(), points.end(), point) == points.end()) points.push_back(point);
    }
    return points;
}

bool is_at_or_below(const std::string& path, const std::string& folder) {
    return path == folder || folder == "/" || path.starts_with(folder + "/");
}

} // namespace vow::harness
