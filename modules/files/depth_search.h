#pragma once

#include "protocol/promise/settings.h"
#include "protocol/text/patterns.h"

#include <cstdint>
#include <string>

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

    /// True if a directory found at `level` (0: in the base) is entered.
    bool enters(const std::string& directory, std::int64_t level) const;
    /// True if neither include_dirs nor exclude_dirs excludes a directory.
    bool admits(const std::string& directory) const;
};

} // namespace vow::modules
