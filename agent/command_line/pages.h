#pragma once

#include <string>

namespace CLI {
class App;
} // namespace CLI

namespace vow::agent {

/// Adds the commands `man` and `completion`, which print what the parser `vow` knows: when one of
/// them was given, `page` is its output. Both must outlive the parsing.
void add_pages(CLI::App& vow, std::string& page);

} // namespace vow::agent
