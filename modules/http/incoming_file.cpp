#include "modules/http/incoming_file.h"

#include <cerrno>
#include <cstdlib>
#include <filesystem>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace vow::modules {
namespace {

namespace fs = std::filesystem;

/// The permissions of a new file. Nothing else runs in this process that could make one meanwhile.
mode_t usual_mode() {
    const mode_t mask = ::umask(077);
    ::umask(mask);
    return 0666U & ~mask;
}

/// So that a crash of the machine loses neither the new name nor the old file.
int sync_folder(const fs::path& folder) {
    const FileDescriptor open(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (!open || (::fsync(open.number()) != 0 && errno != EINVAL)) return errno;
    return 0;
}

} // namespace

IncomingFile::IncomingFile(const StandingFile& place, Writing writing)
    : place_(place),
      writing_(writing) {}

IncomingFile::~IncomingFile() {
    if (!name_.empty()) ::unlink(name_.c_str());
}

int IncomingFile::open() {
    const fs::path folder = fs::path(place_.path).parent_path();
    std::error_code fault;
    fs::create_directories(folder, fault);
    return fault ? fault.value() : open_beside(folder);
}

/// Without a name where that is to be had: then nothing is left of it, however this process ends.
int IncomingFile::open_beside(const std::string& folder) {
    if (::access("/proc/self/fd", X_OK) == 0)
        file_ = FileDescriptor(::open(folder.c_str(), O_TMPFILE | O_WRONLY | O_CLOEXEC, 0600));
    if (file_) return 0;
    std::string name = place_.path + ".vow-XXXXXX";
    file_ = FileDescriptor(::mkostemp(name.data(), O_CLOEXEC));
    if (!file_) return errno;
    name_ = std::move(name);
    return 0;
}

int IncomingFile::give_name() {
    if (!name_.empty()) return 0;
    const std::string name = place_.path + ".vow-" + std::to_string(::getpid());
    const std::string open = "/proc/self/fd/" + std::to_string(file_.number());
    ::unlink(name.c_str()); // of a process that had our number
    if (::linkat(AT_FDCWD, open.c_str(), AT_FDCWD, name.c_str(), AT_SYMLINK_FOLLOW) != 0)
        return errno;
    name_ = name;
    return 0;
}

int IncomingFile::add(std::string_view bytes) {
    digest_.add(bytes);
    size_ += bytes.size();
    if (writing_ == Writing::only_looked_at) return 0;
    if (const int error = file_ ? 0 : open(); error != 0) return error;
    while (!bytes.empty()) {
        const ssize_t count = ::write(file_.number(), bytes.data(), bytes.size());
        if (count < 0 && errno == EINTR) continue;
        if (count < 0) return errno;
        bytes.remove_prefix(static_cast<std::size_t>(count));
    }
    return 0;
}

int IncomingFile::put_in_place(const Provenance& provenance) {
    if (const int error = file_ ? 0 : open(); error != 0) return error; // nothing came
    mode_t mode = place_.exists ? place_.mode : usual_mode();
    if (place_.exists && ::fchown(file_.number(), place_.owner, place_.group) != 0) {
        if (::geteuid() == 0) return errno;
        mode &= 0777U; // without the right to give files away, it is ours
    }
    if (::fchmod(file_.number(), mode) != 0) return errno;
    remember(file_.number(), provenance);
    if (::fsync(file_.number()) != 0) return errno;
    if (const int error = give_name(); error != 0) return error;
    if (!file_.reset() || ::rename(name_.c_str(), place_.path.c_str()) != 0) return errno;
    name_.clear();
    return sync_folder(fs::path(place_.path).parent_path());
}

} // namespace vow::modules
