#include "modules/http/download_target.h"

#include "modules/sdk/cpp/file_text.h"
#include "modules/sdk/cpp/text.h"
#include "protocol/text/digest.h"

#include <cerrno>

#include <unistd.h>

namespace vow::modules {

DownloadTarget::DownloadTarget(const std::string& wanted) : path(wanted) {
    const auto named = Place::at(wanted);
    if (!named && named.error() == ENOENT) return; // its folder will be created
    const auto target = named ? named->resolved() : named;
    const auto status =
        target ? target->status() : SystemResult<struct stat>::failed(target.error());
    if (status) {
        take(*target, *status);
    } else if (status.error() != ENOENT) {
        problem = text({"Cannot inspect '", wanted, "': ", path_error(wanted, status.error())});
    } else if (named->status()) {
        problem = text({"'", wanted, "' is a dangling symbolic link"});
    } else {
        place = *named;
    }
}

void DownloadTarget::take(const Place& target, const struct stat& status) {
    auto opened = target.open_file(Place::Access::read);
    if (!S_ISREG(status.st_mode)) {
        problem = text({"'", path, "' exists and is not a plain file"});
        return;
    }
    if (opened) file = std::move(*opened);
    place = target;
    exists = true;
    size = static_cast<std::uint64_t>(status.st_size);
}

std::string DownloadTarget::sha256() const {
    if (!file || ::lseek(file->number(), 0, SEEK_SET) != 0) return {};
    Digest digest;
    char buffer[1 << 16];
    for (;;) {
        const ssize_t count = ::read(file->number(), buffer, sizeof buffer);
        if (count < 0 && errno == EINTR) continue;
        if (count < 0) return {};
        if (count == 0) return digest.digits();
        digest.add({buffer, static_cast<std::size_t>(count)});
    }
}

} // namespace vow::modules
