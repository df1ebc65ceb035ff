#include "modules/files/file_steps.h"
#include "modules/sdk/cpp/manner.h"
#include "modules/sdk/cpp/text.h"

namespace vow::modules {

namespace {

/// Also of a folder that cannot be read: then its deletion fails.
bool is_empty(const Place& place) {
    const auto folder = place.open_folder();
    if (!folder) return true;
    const auto names = names_in(*folder);
    return !names || names->empty();
}

/// The reference does not look into directories that it would delete.
bool foresees_deletion(const Record& record) {
    return acts_as_reference() && !record.promise().terms.changes_allowed();
}

/// True if the directory must stay; records the reason.
bool is_kept(const Deletion& deletion, const NamedFile& file, Record& record) {
    if (!deletion.directories) {
        record.kept(text(
            {"Keeping directory '", file.path(), "' since 'rmdirs' attribute was not specified"}
        ));
        return true;
    }
    if (foresees_deletion(record) || is_empty(file.place())) return false;
    record.kept(text({"Delete directory '", file.path(), "' not empty, skipping"}));
    return true;
}

void delete_directory(const NamedFile& file, Record& record) {
    const std::string& path = file.path();
    if (!record.allows(
            presence_change(text({"delete directory '", path, "'"}), path, ChangeAction::remove)
        ))
        return;
    const int error = file.place().remove_folder();
    if (error == 0) {
        record.repaired(text({"Deleted directory '", path, "'"}));
        return;
    }
    record.failed_with(
        error, text({"Delete directory '", path, "' failed (rmdir: ", system_message(error), ")"})
    );
}

void delete_file(const NamedFile& file, Record& record) {
    const std::string& path = file.path();
    if (!record.allows(
            presence_change(text({"delete file '", path, "'"}), path, ChangeAction::remove)
        ))
        return;
    const int error = file.place().unlink();
    if (error == 0) {
        record.repaired(text({"Deleted file '", path, "'"}));
        return;
    }
    record.failed_with(
        error, text({"Couldn't unlink '", path, "' tidying. (unlink: ", system_message(error), ")"})
    );
}

} // namespace

void keep_deleted(const Deletion& deletion, const NamedFile& file, Record& record) {
    const auto status = file.status();
    if (!status) {
        record.kept(text({"File '", file.path(), "' does not exist as promised"}));
        return;
    }
    if (!S_ISDIR(status->st_mode)) return delete_file(file, record);
    if (!is_kept(deletion, file, record)) delete_directory(file, record);
}

} // namespace vow::modules
