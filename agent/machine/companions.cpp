#include "agent/machine/companions.h"

#include "protocol/system/own_process.h"

#include <stdexcept>

#include <unistd.h>

namespace vow::agent {

namespace fs = std::filesystem;

std::vector<fs::path> companion_folders() {
    const fs::path ours = own_program().parent_path();
    // Never those of the working folder.
    if (ours.empty())
        throw std::runtime_error("the folder of this program is not known: /proc is not mounted");
    return {ours, ours.parent_path() / "libexec/vow"};
}

std::string path_of_companion(std::string_view name) {
    for (const fs::path& folder : companion_folders()) {
        const fs::path path = folder / name;
        if (::access(path.c_str(), X_OK) == 0) return path;
    }
    return {};
}

} // namespace vow::agent
