#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace vow::inmanta {

struct Unescaped {
    std::string text;
    std::vector<std::string> unknown; ///< escapes without a meaning, which stay as they are
};

/// Replaces the escapes of a string: those of Python.
Unescaped unescaped(std::string_view text);

} // namespace vow::inmanta
