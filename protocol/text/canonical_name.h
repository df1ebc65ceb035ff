#pragma once

#include <string>
#include <string_view>

namespace vow {

/// A text as the name of a class or variable: every character but ASCII letters and digits becomes
/// an underscore.
std::string canonified(std::string_view text);

} // namespace vow
