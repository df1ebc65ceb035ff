#pragma once

#include <string_view>

namespace vow::agent {

/// The style sheet of the page of a report: dark or light as the reader's system is. Each colour of
/// text has a contrast of at least 4.5 to its background.
std::string_view page_style();

/// The script of that page, which searches and filters its outcomes. The page works without it.
std::string_view page_script();

} // namespace vow::agent
