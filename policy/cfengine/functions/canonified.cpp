#include "policy/cfengine/functions/canonified.h"

namespace vow::cfengine {

std::string canonified(std::string text) {
    for (char& c : text) {
        const bool is_kept =
            (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
        if (!is_kept) c = '_';
    }
    return text;
}

} // namespace vow::cfengine
