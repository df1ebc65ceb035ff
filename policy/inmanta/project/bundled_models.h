#pragma once

#include <string_view>

namespace vow::inmanta {

/// The text of a model file that is built into the program, by folder and name: "std/_init.cf".
/// Empty for an unknown name.
std::string_view embedded_file(std::string_view name);

} // namespace vow::inmanta
