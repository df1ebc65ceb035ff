#include "protocol/text/path.h"

#include <algorithm>

namespace vow {

std::string folder_of(const std::string& path) {
    const auto slash = path.rfind('/');
    return slash == path.npos ? "." : path.substr(0, slash);
}

std::string base_name_of(const std::string& path) {
    return path.substr(path.rfind('/') + 1);
}

bool leads_below(std::string_view target) {
    if (target.empty() || target.starts_with('/')) return false;
    while (!target.empty()) {
        const std::size_t end = std::min(target.find('/'), target.size());
        if (target.substr(0, end) == "..") return false;
        target.remove_prefix(std::min(end + 1, target.size()));
    }
    return true;
}

} // namespace vow
