#include "modules/files/edited_text.h"

#include "modules/files/path.h"
#include "modules/files/renaming.h"
#include "modules/sdk/cpp/manner.h"
#include "modules/sdk/cpp/text.h"
#include "protocol/text/digest.h"

#include <algorithm>
#include <cerrno>

#include <unistd.h>

namespace vow::modules {

namespace {

using Backup = EditedText::Backup;

Backup backup_from(std::string_view word) {
    if (word == "timestamp") return Backup::timestamp;
    if (word == "rotate") return Backup::rotate;
    return word == "false" || word == "no" || word == "off" ? Backup::none : Backup::plain;
}

/// An empty file, such as one that was just made, has no text to keep. The reference keeps it.
bool has_backup(const EditedText& edited, std::string_view old) {
    return edited.backup != Backup::none && (!old.empty() || acts_as_reference());
}

/// The name for the old text of a file; nullopt if it is not kept.
std::optional<NamedFile> backup_of(
    const EditedText& edited, const std::string& old, const NamedFile& file, RotatedBackups& rotated
) {
    if (!has_backup(edited, old)) return std::nullopt;
    const bool has_time = edited.backup == Backup::timestamp;
    NamedFile backup = file.with_suffix((has_time ? time_stamp_suffix() : "") + ".cf-before-edit");
    if (edited.backup != Backup::rotate) return backup;
    if (!rotated.insert(backup.path()).second) return std::nullopt;
    shift_rotated(backup.place(), edited.rotate);
    return backup.with_suffix(".1");
}

/// Keeps the text that was read of a file under another name. Returns 0 or an errno.
int back_up(const Place& backup, const FileRevision& present) {
    backup.unlink();
    // A second name for the old text, which survives the replacement of the file.
    if (backup.make_hard_link(present.file) == 0) return 0;
    return lseek(present.file.number(), 0, SEEK_SET) == 0 ? copy_file(present.file, backup) : errno;
}

} // namespace

bool EditedText::is_made_with_file() const {
    return whole && !has_backup(*this, "");
}

std::string what_changes(const EditedText& edited, const std::string& path) {
    return edited.change.empty() ? text({"edit file '", path, "'"}) : edited.change;
}

EditedText EditedText::from(const Settings& body) {
    return {
        .content = body.text_or("content", ""),
        .replaces = body.text_or("replaces", ""),
        .whole = body.holds("whole"),
        .backup = backup_from(body.text_or("backup", "")),
        .rotate =
            static_cast<std::size_t>(std::max<std::int64_t>(body.number("rotate").value_or(0), 0)),
        .message = body.text_or("message", ""),
        .change = body.text_or("change", "")};
}

void save(
    const EditedText& edited,
    const NamedFile& file,
    const FileAccess& access,
    const std::function<bool(const std::string& path)>& accepts,
    RotatedBackups& rotated,
    Record& record
) {
    const std::string& path = file.path();
    const auto fail = [&](int error) {
        const std::string why = text({" (", path_error(path, error), ")"});
        record.failed_with(error, text({"Unable to save file '", path, "' after editing", why}));
    };
    const auto present = FileRevision::read(file.place());
    if (!present) return fail(present.error());
    if (!edited.whole && sha256_of(present->text) != edited.replaces) {
        record.failed(text(
            {"Unable to save file '",
             path,
             "' after editing (it changed while it was being edited)"}
        ));
        return;
    }
    if (present->text == edited.content) {
        record.kept(text({"No edit changes to file '", path, "' need saving"}));
        return;
    }
    if (!record.allows(
            content_change(what_changes(edited, path), path, present->text, edited.content)
        ) ||
        !accepts(path))
        return;
    const auto backup = backup_of(edited, present->text, file, rotated);
    int error = backup ? back_up(backup->place(), *present) : 0;
    if (error == 0) error = replace_file(file.place(), *present, edited.content, access);
    if (error != 0) return fail(error);
    if (backup) archive(*backup, record);
    record_saved(edited, path, record);
}

void record_saved(const EditedText& edited, const std::string& path, Record& record) {
    record.repaired(edited.message.empty() ? text({"Edited file '", path, "'"}) : edited.message);
}

} // namespace vow::modules
