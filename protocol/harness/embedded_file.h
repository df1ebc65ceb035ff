#pragma once

#include <string_view>

namespace vow::harness {

/// The text of a file that was put into the program when it was built (tools/embed), by its folder
/// and name: "python/vow_module.py". Empty: there is none of that name.
std::string_view embedded_file(std::string_view name);

} // namespace vow::harness
