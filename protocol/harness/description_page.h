#pragma once

#include "protocol/description/description.h"

#include <string>

namespace vow::harness {

enum class PageFormat { markdown, terminal };

/// What a module says of itself as a page for people. `name` heads it.
std::string page_of(const std::string& name, const Description& description, PageFormat format);

} // namespace vow::harness
