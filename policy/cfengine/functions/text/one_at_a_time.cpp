#include "policy/cfengine/functions/text/one_at_a_time.h"

namespace vow::cfengine {

std::uint32_t one_at_a_time(std::string_view text) {
    std::uint32_t hash = 0;
    for (const char c : text) {
        hash += static_cast<unsigned char>(c);
        hash += hash << 10;
        hash ^= hash >> 6;
    }
    hash += hash << 3;
    hash ^= hash >> 11;
    hash += hash << 15;
    return hash;
}

} // namespace vow::cfengine
