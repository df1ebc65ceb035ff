#include "protocol/harness/cases/scratch_paths.h"

#include <algorithm>

namespace vow::harness {

bool is_below(const std::string& path, const std::vector<std::string>& folders) {
    return std::any_of(folders.begin(), folders.end(), [&](const std::string& folder) {
        return path == folder || path.starts_with(folder + "/");
    });
}

bool is_lock_or_cache(const std::string& path) {
    static const std::vector<std::string> folders = {"/run/lock", "/var/cache", "/var/lock"};
    return is_below(path, folders);
}

bool is_scratch(const std::string& path, const Case& ready) {
    return is_below(path, ready.scratch) || is_lock_or_cache(path);
}

} // namespace vow::harness
