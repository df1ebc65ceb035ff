#include "modules/files/rotation.h"

#include <cstdio>

namespace vow::modules {

void shift_rotated(const std::string& path, std::size_t count) {
    for (std::size_t number = count; number-- > 1;) {
        for (const char* compressed : {"", ".gz", ".Z", ".bz", ".bz2", ".xz"}) {
            const std::string from = path + "." + std::to_string(number) + compressed;
            const std::string to = path + "." + std::to_string(number + 1) + compressed;
            // Fails for those that do not exist, which is harmless.
            std::rename(from.c_str(), to.c_str());
        }
    }
}

} // namespace vow::modules
