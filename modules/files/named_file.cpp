#include "modules/files/named_file.h"

#include "modules/files/path.h"
#include "modules/sdk/cpp/text.h"

namespace vow::modules {

NamedFile::NamedFile(std::string path) : path_(std::move(path)), place_(Place::at(path_)) {}

SystemResult<struct stat> NamedFile::status() const {
    return place_ ? place_->status() : SystemResult<struct stat>::failed(place_.error());
}

SystemResult<struct stat> NamedFile::target_status() const {
    return place_ ? place_->target_status() : SystemResult<struct stat>::failed(place_.error());
}

SystemResult<OpenFolder> NamedFile::open_folder() const {
    return place_ ? place_->open_folder() : SystemResult<OpenFolder>::failed(place_.error());
}

NamedFile NamedFile::with_suffix(std::string_view suffix) const {
    return {path_ + std::string(suffix), place_->beside(suffix)};
}

NamedFile NamedFile::in(const OpenFolder& folder, const std::string& name) const {
    return {joined(path_, name), Place(folder, name)};
}

NamedFile NamedFile::resolved() const {
    return {path_, place_ ? place_->resolved() : place_};
}

namespace {

bool rename_away(const NamedFile& file, const NamedFile& saved, Record& record) {
    const int error = file.place().rename_to(saved.place());
    if (error == 0) return true;
    const std::string why = text({"(rename: ", system_message(error), ")"});
    record.failed_with(
        error, text({"Can't rename '", file.path(), "' to '", saved.path(), "'. ", why})
    );
    return false;
}

bool move_directory(const NamedFile& file, Record& record) {
    const std::string& path = file.path();
    if (!record.allows(text({"move aside directory '", path, "' obstructing"}))) return false;
    if (!rename_away(file, file.with_suffix(time_stamp_suffix() + ".cfsaved.dir"), record))
        return false;
    record.repaired(text({"Moved directory '", path, "' to '", path, ".cfsaved'"}));
    return true;
}

bool move_object(const NamedFile& file, Record& record) {
    const std::string& path = file.path();
    if (!record.allows(text({"move aside object '", path, "' obstructing promise"}))) return false;
    const NamedFile saved = file.with_suffix(".cfsaved");
    if (!rename_away(file, saved, record)) return false;
    record.repaired(text({"Moved obstructing object '", path, "' to '", saved.path(), "'"}));
    return true;
}

} // namespace

bool clear_the_way(const NamedFile& file, Obstructions obstructions, Record& record) {
    const auto status = file.status();
    if (!status) return true;
    if (obstructions == Obstructions::stay) {
        record.failed(text({"Object '", file.path(), "' is obstructing promise"}));
        return false;
    }
    return S_ISDIR(status->st_mode) ? move_directory(file, record) : move_object(file, record);
}

bool is_writable_as_file(const NamedFile& file, Obstructions obstructions, Record& record) {
    const std::string& path = file.path();
    const auto status = file.status();
    if (!status || S_ISREG(status->st_mode)) return true;
    if (obstructions == Obstructions::stay) {
        if (S_ISLNK(status->st_mode)) return true;
        record.failed(
            text({"Path '", path, "' is not a regular file and move_obstructions is not set"})
        );
        return false;
    }
    if (!record.allows(text({"Moving obstructing file '", path, "'"}))) return false;
    const NamedFile moved = file.with_suffix(".cf-moved");
    if (!rename_away(file, moved, record)) return false;
    record.repaired(text({"Moved obstructing path '", path, "' to '", moved.path(), "'"}));
    return true;
}

} // namespace vow::modules
