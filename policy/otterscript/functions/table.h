#pragma once

#include "policy/otterscript/evaluation/function.h"

#include <span>
#include <string_view>
#include <vector>

namespace vow::otterscript {

/// Null for an unknown function. The name may be written in any case.
const Function* find_function(std::string_view name);
/// All functions, sorted by name.
const std::vector<Function>& functions();

// The families of functions, one file each.
std::span<const Function> text_functions();
std::span<const Function> pattern_functions();
std::span<const Function> encoding_functions();
std::span<const Function> list_functions();
std::span<const Function> number_functions();
std::span<const Function> file_functions();
std::span<const Function> execution_functions();
std::span<const Function> server_functions();
std::span<const Function> secret_functions();
std::span<const Function> unavailable_functions();

} // namespace vow::otterscript
