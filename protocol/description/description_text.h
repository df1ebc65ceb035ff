#pragma once

#include "protocol/description/description.h"

#include <string>

namespace vow {

/// Parts of a description in words, for pages, listings and messages.

/// The constraints on an attribute other than its type: "required, one of present, absent".
std::string demands_on(const AttributeDescription& attribute);

/// "delete with depth_search needs file_select", "delete excludes create, content: why".
std::string sentence_of(const AttributeRule& rule);

} // namespace vow
