#include "modules/files/content.h"

#include "modules/files/file_text.h"
#include "modules/sdk/cpp/text.h"

namespace vow::modules {

void keep_content(const std::string& content, const std::string& path, Record& record) {
    const auto present = read_file(path);
    if (present && *present == content) {
        record.kept(text({"File '", path, "' has the promised content"}));
        return;
    }
    if (!record.allows(text({"update file '", path, "' with content '", content, "'"}))) return;
    if (const int error = replace_file(path, content); error != 0) {
        record.failed_with(
            error, text({"Cannot open file '", path, "' for writing: ", system_message(error)})
        );
        return;
    }
    record.repaired(text({"Updated file '", path, "' with content '", content, "'"}));
}

} // namespace vow::modules
