#pragma once

#include "modules/everyday/lines.h"
#include "modules/sdk/cpp/content_check.h"
#include "modules/sdk/cpp/file_text.h"
#include "protocol/promise/record.h"

#include <optional>
#include <string>
#include <string_view>

namespace vow::modules {

/// A text file of which a promise keeps some lines, or all of it. It is replaced atomically, and
/// keeps owner, mode, access list and label; a dry run logs the change. The functions report to the
/// record, also why a file cannot be used.
class EditedFile {
public:
    /// nullopt if it cannot be read. It need not exist.
    static std::optional<EditedFile> open(const std::string& path, Record& record);

    bool exists() const { return file_.text() != nullptr; }
    /// Empty if it does not exist.
    std::string_view content() const { return exists() ? std::string_view(*file_.text()) : ""; }
    Lines lines() const { return Lines(content()); }

    /// How a file that does not exist is made.
    struct Creation {
        FileAccess access = {.mode = 0600};
        bool with_folders = false; ///< the missing folders above it, for everyone to read
        /// Null, or what checks a new content before it replaces the old; not in a dry run.
        const ContentCheck* check = nullptr;
        Log* log = nullptr; ///< of the check
    };
    /// The words for a change: "set" and "line of '/etc/x'".
    struct Words {
        std::string_view verb = "set";
        std::string_view done = "Set";
        std::string what;
        std::string_view kept = "is as promised"; ///< after `what`
    };
    static Words setting(std::string what) { return {"set", "Set", std::move(what)}; }
    static Words removing(std::string what) {
        return {"remove", "Removed", std::move(what), "is absent"};
    }

    // Each returns true unless it failed: the file is, or in a dry run would be, as promised.

    bool keep(std::string_view wanted, const Words& words, const Creation& creation);
    bool keep(std::string_view wanted, const Words& words) { return keep(wanted, words, {}); }
    bool keep(const Lines& wanted, const Words& words) { return keep(wanted.text(), words, {}); }
    bool keep_absent(const std::string& what);

private:
    EditedFile(std::string path, TextFile file, Record& record)
        : path_(std::move(path)),
          file_(std::move(file)),
          record_(&record) {}

    bool passes(std::string_view wanted, const Creation& creation);
    int write(std::string_view wanted, const Creation& creation);
    bool failed(std::string_view action, int error);

    std::string path_;
    TextFile file_;
    Record* record_;
};

} // namespace vow::modules
