#include "modules/http/incoming_file.h"

#include <filesystem>

#include <sys/stat.h>
#include <unistd.h>

namespace vow::modules {
namespace {

/// The permissions of a new file. No other thread of this process makes files.
mode_t usual_mode() {
    const mode_t mask = ::umask(077);
    ::umask(mask);
    return 0666U & ~mask;
}

} // namespace

IncomingFile::IncomingFile(const StandingFile& place, Writing writing)
    : place_(place),
      writing_(writing) {}

int IncomingFile::open() {
    std::error_code fault;
    std::filesystem::create_directories(std::filesystem::path(place_.path).parent_path(), fault);
    if (fault) return fault.value();
    const auto place = Place::at(place_.path);
    if (!place) return place.error();
    auto replacement = Replacement::beside(*place);
    if (!replacement) return replacement.error();
    file_.emplace(std::move(*replacement));
    return 0;
}

int IncomingFile::add(std::string_view bytes) {
    digest_.add(bytes);
    size_ += bytes.size();
    if (writing_ == Writing::only_looked_at) return 0;
    if (const int error = file_ ? 0 : open(); error != 0) return error;
    return file_->write(bytes);
}

int IncomingFile::put_in_place(const Provenance& provenance) {
    if (const int error = file_ ? 0 : open(); error != 0) return error; // the response was empty
    mode_t mode = place_.exists ? place_.mode : usual_mode();
    const int error = place_.exists ? file_->set_owner(place_.owner, place_.group) : 0;
    if (error != 0) {
        if (::geteuid() == 0) return error;
        mode &= 0777U; // without the right to give files away, it is ours
    }
    if (const int failed = file_->set_mode(mode); failed != 0) return failed;
    remember(file_->file().number(), provenance);
    return file_->commit(Replacement::Existing::replaced, Replacement::Durability::name);
}

} // namespace vow::modules
