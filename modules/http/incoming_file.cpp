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
    if (writing_ == Writing::only_looked_at) return 0;
    if (const int error = make_folder(); error != 0) return error;
    std::string name = place_.path + ".vow-XXXXXX";
    file_ = FileDescriptor(::mkostemp(name.data(), O_CLOEXEC));
    if (!file_) return errno;
    name_ = std::move(name);
    return 0;
}

int IncomingFile::make_folder() const {
    std::error_code fault;
    fs::create_directories(fs::path(place_.path).parent_path(), fault);
    return fault.value();
}

int IncomingFile::add(std::string_view bytes) {
    digest_.add(bytes);
    size_ += bytes.size();
    if (writing_ == Writing::only_looked_at) return 0;
    while (!bytes.empty()) {
        const ssize_t count = ::write(file_.number(), bytes.data(), bytes.size());
        if (count < 0 && errno == EINTR) continue;
        if (count < 0) return errno;
        bytes.remove_prefix(static_cast<std::size_t>(count));
    }
    return 0;
}

int IncomingFile::put_in_place() {
    if (place_.exists) {
        // Without the right to give files away, the new one is ours, as whoever may write it was.
        if (::fchown(file_.number(), place_.owner, place_.group) != 0 && ::geteuid() == 0)
            return errno;
    }
    const mode_t mode = place_.exists ? place_.mode : usual_mode();
    if (::fchmod(file_.number(), mode) != 0 || ::fsync(file_.number()) != 0 || !file_.reset())
        return errno;
    if (::rename(name_.c_str(), place_.path.c_str()) != 0) return errno;
    name_.clear();
    return sync_folder(fs::path(place_.path).parent_path());
}

} // namespace vow::modules
