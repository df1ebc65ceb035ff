#pragma once

#include "protocol/promise/record.h"
#include "protocol/promise/settings.h"
#include "protocol/text/regex.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <sys/stat.h>

namespace vow::modules {

/// A `depth_search` body: how deep a promise descends into a directory.
struct DepthSearch {
    std::int64_t depth = 0;    ///< 0 and 1: the entries of the directory; n: n + 2 levels
    bool with_base = false;    ///< include_basedir: the directory itself as well
    bool follow_links = false; ///< traverse_links
    bool one_device = false;   ///< xdev: other file systems are skipped
    bool remove_dead_links = false;
    bool only_included = false;  ///< include_dirs is given
    Patterns included, excluded; ///< directories, by leaf name or path

    static DepthSearch from(const Settings& body);

    /// True if an entry of a tree on `device` is on another file system, and those are skipped.
    /// Only directories lead there: an overlay has its files on other devices than its directories.
    bool is_beyond(const struct stat& entry, dev_t device) const {
        return one_device && S_ISDIR(entry.st_mode) && entry.st_dev != device;
    }
    /// True if a directory found at `level` (0: in the base) is entered.
    bool enters(const std::string& directory, std::int64_t level) const;
    /// True if neither include_dirs nor exclude_dirs excludes a directory.
    bool admits(const std::string& directory) const;
};

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
