#include "modules/http/incoming_file.h"

#include "modules/sdk/cpp/file_text.h"
#include "modules/sdk/cpp/text.h"
#include "protocol/text/digest.h"

#include <cerrno>

#include <sys/stat.h>
#include <unistd.h>

namespace vow::modules {

namespace {

/// No other thread of this process creates files.
mode_t current_mask() {
    const mode_t mask = ::umask(077);
    ::umask(mask);
    return mask;
}

} // namespace

IncomingFile::IncomingFile(const DownloadTarget& place, Purpose purpose)
    : place_(place),
      purpose_(purpose) {}

int IncomingFile::open() {
    if (!place_.place) {
        const std::string folder = place_.path.substr(0, place_.path.find_last_of('/'));
        const int error = make_folders(folder, 0777U & ~current_mask());
        if (error != 0) return error;
    }
    const auto place = place_.place ? SystemResult<Place>(*place_.place) : Place::at(place_.path);
    if (!place) return place.error();
    auto replacement = Replacement::beside(*place);
    if (!replacement) return replacement.error();
    file_.emplace(std::move(*replacement));
    return 0;
}

int IncomingFile::add(std::string_view bytes) {
    digest_.add(bytes);
    size_ += bytes.size();
    if (purpose_ == Purpose::compare) return 0;
    if (const int error = file_ ? 0 : open(); error != 0) return error;
    return file_->write(bytes);
}

/// Owner, mode and attributes of the replaced file, or those of a new one.
int IncomingFile::set_access() {
    if (!place_.exists) return file_->set_mode(0666U & ~current_mask());
    if (!place_.file) return EACCES;
    const bool is_root = ::geteuid() == 0;
    const auto loss = is_root ? AttributeLoss::refused : AttributeLoss::accepted;
    return file_->adopt_attributes(*place_.file, loss);
}

int IncomingFile::put_in_place(const Provenance& provenance) {
    if (const int error = file_ ? 0 : open(); error != 0) return error; // the response was empty
    if (const int error = set_access(); error != 0) return error;
    remember(file_->file().number(), provenance);
    return file_->commit(Replacement::Existing::replaced, Replacement::Durability::name);
}

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

namespace {

/// "999 B", "12 kB", "3.4 MB".
std::string size_words(std::int64_t bytes) {
    constexpr std::int64_t kilo = 1000;
    if (bytes < kilo) return std::to_string(bytes) + " B";
    if (bytes < kilo * kilo) return std::to_string(bytes / kilo) + " kB";
    const std::int64_t tenths = bytes / (kilo * kilo / 10);
    return text({std::to_string(tenths / 10), ".", std::to_string(tenths % 10), " MB"});
}

} // namespace

bool AnswerListener::go_on(std::int64_t received, std::int64_t expected) {
    if (expected > 0) {
        const int percent = static_cast<int>(100 * received / expected);
        if (percent != percent_)
            log_.progress(percent, text({size_words(received), " of ", size_words(expected)}));
        percent_ = percent;
    }
    return !log_.is_stopped();
}

} // namespace vow::modules
