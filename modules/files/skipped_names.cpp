#include "modules/files/skipped_names.h"

#include "modules/files/path.h"
#include "modules/sdk/cpp/text.h"

#include <algorithm>

namespace vow::modules {

SkippedNames SkippedNames::from(const Settings& settings) {
    return SkippedNames(settings.list("suspicious_names"));
}

bool SkippedNames::has_always(std::string_view name) {
    return name == "lost+found" || name == "..." || name == ".cfengine.rm";
}

bool SkippedNames::has(const std::string& path, const struct stat& status, Record& record) const {
    const std::string_view name = leaf_of(path);
    if (has_always(name)) {
        record.log(
            LogLevel::verbose, text({"Filename '", path, "' is classified as ignorable, skipping"})
        );
        return true;
    }
    if (!S_ISREG(status.st_mode) && !S_ISLNK(status.st_mode)) return false;
    if (std::ranges::find(suspicious_, name) == suspicious_.end()) return false;
    record.log(
        LogLevel::warning, text({"Filename '", path, "' is classified as suspicious, skipping"})
    );
    return true;
}

} // namespace vow::modules
