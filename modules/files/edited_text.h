#pragma once

#include "modules/files/named_file.h"
#include "modules/sdk/cpp/file_text.h"
#include "protocol/promise/record.h"
#include "protocol/promise/settings.h"

#include <cstddef>
#include <functional>
#include <optional>
#include <set>
#include <string>

namespace vow::modules {

/// The `edited` attribute, which only an evaluator sends: it has read a file and edited the text,
/// which is to be saved (README.md, "edited").
struct EditedText {
    enum class Backup { none, plain, timestamp, rotate };

    std::string content;
    std::string replaces; ///< SHA-256 of the original; a file that has changed since is refused
    /// The text does not depend on the file: a missing file is created, and any content replaced.
    bool whole = false;
    Backup backup = Backup::plain;
    std::size_t rotate = 0; ///< number of backups to keep
    std::string message;    ///< logged on saving; default "Edited file 'F'"
    std::string change;     ///< the change in warnings; default "edit file 'F'"

    static EditedText from(const Settings& body);

    /// Whether a missing file is created with this text. With a backup it is first created empty,
    /// and the empty file kept.
    bool is_made_with_file() const;
};

/// The change as named in warnings: "edit file 'F'".
std::string what_changes(const EditedText& edited, const std::string& path);

/// The files whose backups were rotated in this run. That happens once for each, so that several
/// edits of a file keep its text from before all of them.
using RotatedBackups = std::set<std::string>;

/// Replaces the text of a regular file by the edited one, atomically, after a backup. New text
/// comes with `access`.
///
/// `accepts` decides last whether the file at a path may get a text; it records its objection.
void save(
    const EditedText& edited,
    const NamedFile& file,
    const FileAccess& access,
    const std::function<bool(const std::string& path)>& accepts,
    RotatedBackups& rotated,
    Record& record
);

/// Records that the file at `path` has the edited text now.
void record_saved(const EditedText& edited, const std::string& path, Record& record);

} // namespace vow::modules
