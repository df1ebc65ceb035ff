#pragma once

#include "protocol/promise/promise.h"

#include <cstdint>
#include <string_view>

namespace vow {

/// FILE:LINE in a policy as a person names it: FILE may leave out leading folders. Refers to the
/// text.
struct PolicyPlace {
    std::string_view file;
    std::uint32_t line = 0; ///< 0: the text is not a place

    static PolicyPlace from(std::string_view text);
    bool is_in_file(std::string_view path) const;
    bool is_at(std::string_view path, std::uint32_t line_there) const {
        return line > 0 && line == line_there && is_in_file(path);
    }
    bool is_at(const Origin& origin) const { return is_at(origin.file, origin.line); }
};

} // namespace vow
