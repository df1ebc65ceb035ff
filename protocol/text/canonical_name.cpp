#include "protocol/text/canonical_name.h"

namespace vow {

std::string canonified(std::string_view text) {
    std::string name(text);
    for (char& letter : name) {
        const bool stays = (letter >= '0' && letter <= '9') || (letter >= 'A' && letter <= 'Z') ||
                           (letter >= 'a' && letter <= 'z');
        if (!stays) letter = '_';
    }
    return name;
}

} // namespace vow
