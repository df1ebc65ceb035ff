#pragma once

#include <string>
#include <string_view>

namespace vow::agent {

/// The style sheet of the page of a report: dark or light as the reader's system is. Each colour of
/// text has a contrast of at least 4.5 to its background.
std::string_view page_style();

/// Data as text of the page: without markup, control characters, and marks that turn the direction
/// of writing.
std::string safe_text(std::string_view text);

/// The script of that page, which searches its outcomes for words and counts those that are shown.
/// The page works without it.
std::string_view page_script();

} // namespace vow::agent
