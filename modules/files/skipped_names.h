#pragma once

#include "protocol/promise/record.h"
#include "protocol/promise/settings.h"

#include <string>
#include <string_view>
#include <vector>

#include <sys/stat.h>

namespace vow::modules {

/// The entries of folders that no search and no copy takes: `lost+found` of a file system, `...`,
/// and files with a name that the policy calls suspicious.
class SkippedNames {
public:
    explicit SkippedNames(std::vector<std::string> suspicious = {})
        : suspicious_(std::move(suspicious)) {}

    static SkippedNames from(const Settings& settings);

    /// Whether an entry is one of them; `status` is that of the entry itself. Logs why.
    bool has(const std::string& path, const struct stat& status, Record& record) const;
    /// The same for those that are skipped without a look at them.
    static bool has_always(std::string_view name);

private:
    std::vector<std::string> suspicious_;
};

} // namespace vow::modules
