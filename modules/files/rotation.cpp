#include "modules/files/rotation.h"

#include <string>

namespace vow::modules {

void shift_rotated(const Place& place, std::size_t count) {
    for (std::size_t number = count; number-- > 1;) {
        for (const char* compressed : {"", ".gz", ".Z", ".bz", ".bz2", ".xz"}) {
            const std::string end = compressed;
            // Fails for those that do not exist, which is harmless.
            place.beside("." + std::to_string(number) + end)
                .rename_to(place.beside("." + std::to_string(number + 1) + end));
        }
    }
}

} // namespace vow::modules
