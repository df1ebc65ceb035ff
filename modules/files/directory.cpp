#include "modules/files/directory.h"

#include <algorithm>
#include <cerrno>
#include <memory>
#include <string_view>

#include <dirent.h>

namespace vow::modules {

namespace {

struct CloseDirectory {
    void operator()(DIR* directory) const { closedir(directory); }
};

} // namespace

std::vector<std::string> names_in(const std::string& directory) {
    const std::unique_ptr<DIR, CloseDirectory> open(opendir(directory.c_str()));
    if (!open) return {};
    std::vector<std::string> names;
    errno = 0;
    while (const dirent* entry = readdir(open.get())) {
        const std::string_view name = entry->d_name;
        if (name != "." && name != "..") names.emplace_back(name);
    }
    std::ranges::sort(names);
    errno = 0;
    return names;
}

} // namespace vow::modules
