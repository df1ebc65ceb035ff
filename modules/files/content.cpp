#include "modules/files/content.h"

#include "modules/files/file_text.h"
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

void keep_content(const std::string& content, const std::string& path, Record& record) {
    const auto present = read_file(path);
    if (present && *present == content) {
        record.kept(text({"File '", path, "' has the promised content"}));
        return;
    }
    if (!record.allows(change_to(content, path))) return;
    if (const int error = replace_file(path, content); error != 0) {
        record.failed_with(
            error, text({"Cannot open file '", path, "' for writing: ", system_message(error)})
        );
        return;
    }
    record.repaired(done_to(content, path));
}

void record_first_content(const std::string& content, const std::string& path, Record& record) {
    if (record.allows(change_to(content, path))) record.repaired(done_to(content, path));
}

} // namespace vow::modules
