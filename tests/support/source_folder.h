#pragma once

#include <string>

namespace vow::tests {

/// The path of `name` (such as "tests/modules") in the folder this program was built from.
std::string in_source_folder(const std::string& name);

} // namespace vow::tests
