#pragma once

#include "protocol/data/data.h"

#include <string>
#include <variant>
#include <vector>

namespace vow {

/// The value of an attribute or a fact: a text, a list of texts, or data. A body is an object whose
/// members are its attributes; a fact that has parts is one, too.
using PlainValue = std::variant<std::string, std::vector<std::string>, Data>;

} // namespace vow
