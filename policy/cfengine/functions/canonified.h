#pragma once

#include <string>

namespace vow::cfengine {

/// The text as it may stand in a class name: whatever is no ASCII letter or digit becomes an
/// underscore.
std::string canonified(std::string text);

} // namespace vow::cfengine
