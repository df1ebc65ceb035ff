#include "agent/state/state_folder.h"

#include "protocol/system/file_descriptor.h"
#include "protocol/text/text.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <memory>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace vow::agent {
namespace {

/// Creates a folder and its parents. Returns the error of the last that cannot be created, or 0.
int make_folders(const std::string& path) {
    int error = 0;
    for (std::size_t slash = path.find('/', 1);; slash = path.find('/', slash + 1)) {
        const bool is_made = ::mkdir(path.substr(0, slash).c_str(), 0700) == 0;
        if (!is_made && errno != EEXIST && errno != ENOENT) error = errno;
        if (slash == std::string::npos) return error;
    }
}

/// SQLite is to follow no link.
std::string real_path(const std::string& path) {
    const std::unique_ptr<char, decltype(&std::free)> found(
        ::realpath(path.c_str(), nullptr), &std::free
    );
    return found ? found.get() : path;
}

/// The name itself, or with a number if it is taken.
std::string free_name(const std::string& wanted) {
    std::string name = wanted;
    for (int number = 2; ::access(name.c_str(), F_OK) == 0; ++number)
        name = wanted + "-" + std::to_string(number);
    return name;
}

} // namespace

Answer<std::string> StateFolder::prepare() const {
    // Nothing is made in a folder of another user.
    if (const auto objection = host_.objection_to(folder_of(path_)))
        return {.why_not = "it is not trusted: " + *objection};
    const int error = make_folders(path_);
    const FileDescriptor folder(::open(path_.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    struct stat status = {};
    if (!folder || ::fstat(folder.number(), &status) != 0)
        return {.why_not = std::strerror(error != 0 ? error : errno)};
    constexpr mode_t writable_by_others = 0022;
    if (status.st_uid == ::geteuid() && (status.st_mode & writable_by_others) != 0)
        ::fchmod(folder.number(), 0700);
    if (const auto objection = host_.objection_to(path_))
        return {.why_not = "it is not trusted: " + *objection};
    return {.value = real_path(path_)};
}

Answer<std::string> StateFolder::prepare_database() const {
    const auto folder = prepare();
    if (!folder) return folder;
    const std::string path = *folder + "/vow.db";
    // SQLite would let others read it, and so hold its locks.
    const FileDescriptor file(::open(path.c_str(), O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0600)
    );
    if (!file) return {.why_not = std::strerror(errno)};
    ::fchmod(file.number(), 0600); // fails if it is not ours, which does no harm
    return {.value = path};
}

Answer<std::string> StateFolder::find_database() const {
    const std::string path = real_path(path_) + "/vow.db";
    const bool is_there = ::access(path.c_str(), R_OK | W_OK) == 0 ||
                          (errno == EROFS && ::access(path.c_str(), R_OK) == 0);
    if (!is_there) {
        if (errno == ENOENT || errno == ENOTDIR) return {.value = ""};
        return {.why_not = std::strerror(errno)};
    }
    if (const auto objection = host_.objection_to(path_))
        return {.why_not = "it is not trusted: " + *objection};
    return {.value = path};
}

bool StateFolder::has_database() const {
    return host_.may(Access::exists, database());
}

std::optional<std::string> StateFolder::set_database_aside() const {
    const std::string path = database();
    const std::string aside = free_name(path + ".broken");
    if (::rename(path.c_str(), aside.c_str()) != 0) return std::nullopt;
    for (const char* part : {"-wal", "-shm"})
        ::rename((path + part).c_str(), (aside + part).c_str());
    return aside;
}

} // namespace vow::agent
