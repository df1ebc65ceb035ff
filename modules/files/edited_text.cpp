#include "modules/files/edited_text.h"

#include "modules/files/file_text.h"
#include "modules/files/path.h"
#include "modules/files/rotation.h"
#include "modules/sdk/cpp/text.h"
#include "protocol/text/digest.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>

#include <unistd.h>

namespace vow::modules {

namespace {

using Backup = EditedText::Backup;

Backup backup_from(std::string_view word) {
    if (word == "timestamp") return Backup::timestamp;
    if (word == "rotate") return Backup::rotate;
    return word == "false" || word == "no" || word == "off" ? Backup::none : Backup::plain;
}

/// Keeps the current content of the file at `path` under another name. Returns 0 or an errno.
int back_up(const EditedText& edited, const std::string& path) {
    if (edited.backup == Backup::none) return 0;
    std::string backup = path;
    if (edited.backup == Backup::timestamp) backup += time_stamp_suffix();
    backup += ".cf-before-edit";
    if (edited.backup == Backup::rotate) {
        shift_rotated(backup, edited.rotate);
        backup += ".1";
    }
    unlink(backup.c_str());
    // A second name for the old text, which survives the replacement of the file.
    if (link(path.c_str(), backup.c_str()) == 0) return 0;
    return copy_file(path, backup);
}

} // namespace

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

void save(const EditedText& edited, const std::string& path, Record& record) {
    const std::string unable = text({"Unable to save file '", path, "' after editing"});
    const auto real = real_path(path);
    const auto present = real ? read_file(*real) : std::nullopt;
    if (!present) {
        const int error = errno;
        record.failed_with(error, text({unable, " (", system_message(error), ")"}));
        return;
    }
    if (!edited.whole && sha256_of(*present) != edited.replaces) {
        record.failed(text({unable, " (it changed while it was being edited)"}));
        return;
    }
    if (*present == edited.content) {
        record.kept(text({"No edit changes to file '", path, "' need saving"}));
        return;
    }
    if (!record.allows(what_changes(edited, path))) return;
    int error = back_up(edited, *real);
    if (error == 0) error = replace_file(*real, edited.content);
    if (error != 0) {
        record.failed_with(error, text({unable, " (", system_message(error), ")"}));
        return;
    }
    record.repaired(edited.message.empty() ? text({"Edited file '", path, "'"}) : edited.message);
}

} // namespace vow::modules
