#include "protocol/text/trim.h"

namespace vow {

std::string_view trimmed(std::string_view text, std::string_view blanks) {
    const auto first = text.find_first_not_of(blanks);
    if (first == text.npos) return text.substr(0, 0);
    return text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

} // namespace vow
