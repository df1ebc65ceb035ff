#include "agent/command_line/absolute_path.h"

#include <filesystem>
#include <string_view>
#include <system_error>

namespace vow::agent {

std::string absolute_path(const std::string& path) {
    if (path.empty() || path.starts_with('/')) return path;
    std::error_code error;
    const auto here = std::filesystem::current_path(error);
    if (error) return path;
    std::string_view below = path;
    while (below.starts_with("./"))
        below.remove_prefix(2);
    return below.empty() || below == "." ? here.native() : (here / below).native();
}

} // namespace vow::agent
