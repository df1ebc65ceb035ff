#include "policy/run/policy_place.h"

#include <charconv>
#include <system_error>

namespace vow {

PolicyPlace PolicyPlace::from(std::string_view text) {
    const std::size_t colon = text.rfind(':');
    if (colon == text.npos) return {};
    PolicyPlace place{.file = text.substr(0, colon)};
    const char* end = text.data() + text.size();
    const auto read = std::from_chars(text.data() + colon + 1, end, place.line);
    return read.ec == std::errc() && read.ptr == end ? place : PolicyPlace();
}

bool PolicyPlace::is_in_file(std::string_view path) const {
    return path == file || (path.size() > file.size() && path.ends_with(file) &&
                            path[path.size() - file.size() - 1] == '/');
}

} // namespace vow
