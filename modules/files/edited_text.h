#pragma once

#include "protocol/promise/record.h"
#include "protocol/promise/settings.h"

#include <cstddef>
#include <optional>
#include <string>

namespace vow::modules {

/// The `edited` attribute, which only an evaluator makes: it read a file, edited the text, and
/// wants it saved (README.md, "edited").
struct EditedText {
    enum class Backup { none, plain, timestamp, rotate };

    std::string content;
    std::string replaces; ///< SHA-256 of what was read; a file that is another by now is refused
    /// The content owes nothing to what the file holds: a missing file is made, and whatever is
    /// there is replaced.
    bool whole = false;
    Backup backup = Backup::plain;
    std::size_t rotate = 0; ///< how many backups are kept
    std::string message;    ///< what is said when it is saved; empty: "Edited file 'F'"
    std::string change;     ///< what a warning says should be done; empty: "edit file 'F'"

    static EditedText from(const Settings& body);
};

/// What saving does, as warnings have it: "edit file 'F'".
std::string what_changes(const EditedText& edited, const std::string& path);

/// Puts the edited text in the place of the file's, at once, after a backup.
void save(const EditedText& edited, const std::string& path, Record& record);

} // namespace vow::modules
