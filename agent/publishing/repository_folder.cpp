#include "agent/publishing/repository_folder.h"

#include "agent/publishing/release_fault.h"
#include "protocol/text/text.h"

#include <cerrno>
#include <system_error>
#include <utility>

#include <sys/file.h>

namespace vow::agent {
namespace {

constexpr mode_t public_folder = 0755;
constexpr mode_t private_folder = 0700;
constexpr mode_t public_file = 0644;
constexpr mode_t private_file = 0600;
constexpr const char* lock_name = "keys/lock";

std::string error_message(int error) {
    return std::generic_category().message(error);
}

void require_folder(const std::string& path, mode_t mode) {
    if (const int error = make_folders(path, mode); error != 0 && error != EEXIST)
        throw ReleaseFault("'" + path + "' cannot be made: " + error_message(error));
}

bool is_absence(int error) {
    return error == ENOENT || error == ENOTDIR;
}

} // namespace

RepositoryFolder RepositoryFolder::create(const std::string& path) {
    require_folder(path, public_folder);
    const auto place = Place::at(path + "/.");
    const auto found = place ? names_in(place->folder())
                             : SystemResult<std::vector<std::string>>::failed(place.error());
    if (!found) throw ReleaseFault("'" + path + "': " + error_message(found.error()));
    if (!found->empty())
        throw ReleaseFault(
            "'" + path + "' is not empty: name a new folder, or an empty one, for the repository"
        );
    require_folder(path + "/keys", private_folder);
    for (const char* name : {"/staged", "/targets", "/metadata"})
        require_folder(path + name, public_folder);
    return {path, Use::changing};
}

RepositoryFolder::RepositoryFolder(std::string path, Use use) : path_(std::move(path)) {
    while (path_.size() > 1 && path_.ends_with('/'))
        path_.pop_back();
    const auto metadata = Place::at(path_of("metadata/."));
    if (!metadata)
        throw ReleaseFault(
            "'" + path_ + "' is not a repository of releases ('metadata' in it: " +
            error_message(metadata.error()) + "); 'vow release init " + shell_word(path_) +
            "' makes a new one"
        );
    if (use == Use::changing) lock();
}

void RepositoryFolder::lock() {
    auto file = place(lock_name).open_output(Place::Writing::appended, private_file);
    if (!file) fail(lock_name, file.error());
    if (::flock(file->number(), LOCK_EX | LOCK_NB) != 0)
        throw ReleaseFault(
            ExitStatus::busy,
            "another 'vow release' is changing '" + path_ + "': try again when it has ended"
        );
    lock_ = std::move(*file);
}

std::optional<std::string> RepositoryFolder::read(const std::string& file) const {
    const auto found = Place::at(path_of(file));
    if (!found && is_absence(found.error())) return std::nullopt;
    if (!found) fail(file, found.error());
    const auto opened = found->open_file(Place::Access::read);
    if (!opened && is_absence(opened.error())) return std::nullopt;
    if (!opened) fail(file, opened.error());
    auto bytes = read_all(*opened);
    if (!bytes) fail(file, errno);
    return bytes;
}

bool RepositoryFolder::has(const std::string& file) const {
    const auto found = Place::at(path_of(file));
    return found && found->status();
}

std::vector<std::string> RepositoryFolder::names(const std::string& folder) const {
    const auto found = Place::at(path_of(folder) + "/.");
    auto names = found ? names_in(found->folder())
                       : SystemResult<std::vector<std::string>>::failed(found.error());
    if (names) return std::move(*names);
    if (is_absence(names.error())) return {};
    fail(folder, names.error());
}

void RepositoryFolder::write(
    const std::string& file,
    std::string_view bytes,
    Visibility visibility,
    Replacement::Durability durability
) const {
    const bool is_public = visibility == Visibility::everyone;
    require_folder(path_ + "/" + folder_of(file), is_public ? public_folder : private_folder);
    const mode_t mode = is_public ? public_file : private_file;
    if (const int error = replace_file(place(file), bytes, mode, durability)) fail(file, error);
}

void RepositoryFolder::remove(const std::string& file) const {
    const int error = place(file).unlink();
    if (error != 0 && error != ENOENT) fail(file, error);
}

void RepositoryFolder::rename(const std::string& from, const std::string& to) const {
    require_folder(path_ + "/" + folder_of(to), private_folder);
    if (const int error = place(from).rename_to(place(to))) fail(from, error);
}

Place RepositoryFolder::place(const std::string& file) const {
    auto found = Place::at(path_of(file));
    if (!found) fail(file, found.error());
    return *std::move(found);
}

void RepositoryFolder::fail(const std::string& file, int error) const {
    throw ReleaseFault("'" + path_of(file) + "': " + error_message(error));
}

} // namespace vow::agent
