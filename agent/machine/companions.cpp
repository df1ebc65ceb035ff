#include "agent/machine/companions.h"

#include "protocol/system/own_program.h"

#include <unistd.h>

namespace vow::agent {

namespace fs = std::filesystem;

std::vector<fs::path> companion_folders() {
    const fs::path ours = own_program().parent_path();
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
