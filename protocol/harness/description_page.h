#pragma once

#include "protocol/description/description.h"

#include <string>

namespace vow::harness {

/// Markdown for a README, or plain text for a terminal.
enum class PageFormat { markdown, terminal };

/// Renders a description as a page for people, with `name` as its title.
std::string page_of(const std::string& name, const Description& description, PageFormat format);

} // namespace vow::harness
