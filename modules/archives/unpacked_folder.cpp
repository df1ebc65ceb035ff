#include "modules/archives/unpacked_folder.h"

#include "modules/archives/file_comparison.h"
#include "modules/sdk/cpp/durability.h"
#include "modules/sdk/cpp/file_text.h"
#include "modules/sdk/cpp/text.h"

#include <cerrno>
#include <utility>

namespace vow::modules {
namespace {

using Kind = ArchiveEntry::Kind;

constexpr mode_t mode_of_folders = 0755;

bool has_bytes(const FileDescriptor& file, ArchiveReader& reader) {
    FileComparison comparison(file);
    reader.read([&](std::string_view bytes) { comparison.add(bytes); });
    return comparison.was_same();
}

} // namespace

UnpackedFolder::UnpackedFolder(std::string path) : path_(std::move(path)) {
    open();
}

void UnpackedFolder::open() {
    const auto named = Place::at(path_);
    const auto place = named ? named->resolved() : named;
    auto folder = place ? place->open_folder() : SystemResult<OpenFolder>::failed(place.error());
    if (folder) {
        folder_ = *folder;
    } else if (folder.error() != ENOENT) {
        throw ArchiveFault(text({"'", path_, "': ", path_error(path_, folder.error())}));
    }
}

void UnpackedFolder::make() {
    if (folder_) return;
    if (const int error = make_folders(path_, mode_of_folders); error != 0)
        throw ArchiveFault(text({"'", path_, "': ", path_error(path_, error)}));
    open();
    if (!folder_) fail({}, ENOENT);
}

bool UnpackedFolder::has(const EntryName& name, const ArchiveEntry& entry, ArchiveReader& reader)
    const {
    const auto place = find(name);
    const auto found = place ? place->status() : SystemResult<struct stat>::failed(ENOENT);
    if (!found && found.error() == ENOENT) return false;
    if (!found) fail(name, found.error());
    const bool is_folder = S_ISDIR(found->st_mode);
    if (entry.kind == Kind::folder && !is_folder) fail(name, ENOTDIR);
    if (entry.kind != Kind::folder && is_folder) fail(name, EISDIR);
    if (is_folder) return true;
    if (entry.kind == Kind::link) {
        const auto target = place->link_target();
        return target && *target == entry.target;
    }
    if (S_ISLNK(found->st_mode)) fail(name, ELOOP);
    const auto file = place->open_file(Place::Access::read);
    if (!file) fail(name, file.error());
    return has_bytes(*file, reader);
}

void UnpackedFolder::write(
    const EntryName& name, const ArchiveEntry& entry, mode_t mode, ArchiveReader& reader
) {
    const Place place = make_way(name);
    const auto require = [&](int error) {
        if (error != 0) fail(name, error);
    };
    if (entry.kind == Kind::folder) {
        const int error = place.make_folder(mode_of_folders);
        return require(error == EEXIST ? 0 : error);
    }
    if (entry.kind == Kind::link) {
        const int error = place.make_link(entry.target);
        return require(error == EEXIST ? replace_link(place, entry.target) : error);
    }
    auto fresh = Replacement::beside(place);
    if (!fresh) fail(name, fresh.error());
    reader.read([&](std::string_view bytes) { require(fresh->write(bytes)); });
    require(fresh->set_mode(mode));
    require(fresh->commit(Replacement::Existing::replaced, durability_of_new(durability_level())));
}

std::optional<Place> UnpackedFolder::find(const EntryName& name) const {
    OpenFolder folder = folder_;
    EntryName above;
    for (std::size_t at = 0; folder && at + 1 < name.size(); ++at) {
        above.push_back(name[at]);
        const Place place(folder, name[at]);
        const auto status = place.status();
        if (!status && status.error() == ENOENT) return std::nullopt;
        if (status && S_ISLNK(status->st_mode)) fail(above, ELOOP);
        const auto opened = place.open_folder();
        if (!opened) fail(above, opened.error());
        folder = *opened;
    }
    return folder ? std::optional(Place(folder, name.back())) : std::nullopt;
}

Place UnpackedFolder::make_way(const EntryName& name) const {
    EntryName above;
    Place place(folder_, name.front());
    for (std::size_t at = 1; at < name.size(); ++at) {
        above.push_back(name[at - 1]);
        const int error = place.make_folder(mode_of_folders);
        if (error != 0 && error != EEXIST) fail(above, error);
        const auto opened = place.open_folder();
        if (!opened) fail(above, opened.error());
        place = Place(*opened, name[at]);
    }
    return place;
}

void UnpackedFolder::fail(const EntryName& name, int error) const {
    const std::string path = path_ + (name.empty() ? "" : "/") + joined(name);
    throw ArchiveFault(
        error == ELOOP ? text({"'", path, "' is a link, which is not followed"})
                       : text({"'", path, "': ", path_error(path, error)})
    );
}

} // namespace vow::modules
