#include "modules/files/file_steps.h"
#include "modules/sdk/cpp/text.h"

namespace vow::modules {
namespace {

std::string change_to(const std::string& content, const std::string& path) {
    return text({"update file '", path, "' with content '", content, "'"});
}

std::string done_to(const std::string& content, const std::string& path) {
    return text({"Updated file '", path, "' with content '", content, "'"});
}

} // namespace

bool is_valid(
    const FilePromise& file,
    std::string_view content,
    const std::string& path,
    Record& record,
    Log& log
) {
    if (!file.validate) return true;
    const auto objection = file.validate->objection_to(content, path, record.promise(), log);
    if (!objection) return true;
    record.failed(text(
        {"The new content of '",
         path,
         "' is refused by its validate command, and the file stays ",
         "as it was: ",
         *objection}
    ));
    return false;
}

void keep_content(
    const FilePromise& promise,
    const NamedFile& file,
    const FileAccess& access,
    Record& record,
    Log& log
) {
    const std::string& content = *promise.content;
    const std::string& path = file.path();
    const auto present = FileRevision::read(file.place());
    if (present && present->text == content) {
        // Kept if nothing else is promised: the reference counts other steps only.
        record.log(LogLevel::verbose, text({"File '", path, "' has the promised content"}));
        return;
    }
    const auto old = present ? std::optional<std::string_view>(present->text) : std::nullopt;
    Change change = content_change(change_to(content, path), path, old, content);
    change.action = ChangeAction::update; // also of a file that cannot be read
    if (!record.allows(std::move(change))) return;
    if (!is_valid(promise, content, path, record, log)) return;
    const int error =
        present ? replace_file(file.place(), *present, content, access) : present.error();
    if (error != 0) {
        record.failed_with(
            error, text({"Cannot open file '", path, "' for writing: ", path_error(path, error)})
        );
        return;
    }
    record.repaired(done_to(content, path));
}

void record_first_content(const std::string& content, const std::string& path, Record& record) {
    record.repaired(done_to(content, path)); // a part of the change that made the file
}

} // namespace vow::modules
