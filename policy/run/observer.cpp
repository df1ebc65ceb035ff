#include "policy/run/observer.h"

#include <array>

namespace vow {

std::string_view text_of(SkipReason reason) {
    static constexpr std::array<std::string_view, 6> words = {
        "guard", "condition", "already_kept", "dependency", "unresolved", "locked"};
    return words.at(static_cast<std::size_t>(reason));
}

} // namespace vow
