#pragma once

#include <string_view>

namespace vow::harness {

/// The text of a file that is built into the program (tools/embed), by folder and name:
/// "python/vow_module.py". Empty for an unknown name.
std::string_view embedded_file(std::string_view name);

} // namespace vow::harness
