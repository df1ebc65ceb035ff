#include "protocol/text/path.h"

namespace vow {

std::string folder_of(const std::string& path) {
    const auto slash = path.rfind('/');
    return slash == path.npos ? "." : path.substr(0, slash);
}

std::string base_name_of(const std::string& path) {
    return path.substr(path.rfind('/') + 1);
}

} // namespace vow
