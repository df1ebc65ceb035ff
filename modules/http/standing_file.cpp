#include "modules/http/standing_file.h"

#include "modules/sdk/cpp/text.h"
#include "protocol/system/file_descriptor.h"
#include "protocol/text/digest.h"

#include <cerrno>
#include <filesystem>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace vow::modules {

StandingFile::StandingFile(const std::string& wanted) : path(wanted) {
    struct stat status = {};
    if (::stat(wanted.c_str(), &status) != 0) {
        const int error = errno;
        const bool is_link = ::lstat(wanted.c_str(), &status) == 0;
        if (is_link) {
            problem = text({"'", wanted, "' is a dangling symbolic link"});
        } else if (error != ENOENT) {
            problem = text({"Cannot inspect '", wanted, "': ", system_message(error)});
        }
        return;
    }
    if (!S_ISREG(status.st_mode)) {
        problem = text({"'", wanted, "' exists and is not a plain file"});
        return;
    }
    std::error_code fault;
    const auto real = std::filesystem::canonical(wanted, fault);
    if (!fault) path = real;
    exists = true;
    size = static_cast<std::uint64_t>(status.st_size);
    mode = status.st_mode & 07777U;
    owner = status.st_uid;
    group = status.st_gid;
}

std::string StandingFile::sha256() const {
    const FileDescriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
    if (!file) return {};
    Digest digest;
    char buffer[1 << 16];
    for (;;) {
        const ssize_t count = ::read(file.number(), buffer, sizeof buffer);
        if (count < 0 && errno == EINTR) continue;
        if (count < 0) return {};
        if (count == 0) return digest.digits();
        digest.add({buffer, static_cast<std::size_t>(count)});
    }
}

} // namespace vow::modules
