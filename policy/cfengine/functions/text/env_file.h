#pragma once

#include "protocol/data/data.h"

#include <string_view>

namespace vow::cfengine {

/// The variables of a file of NAME=value lines, like os-release: values may stand in single or
/// double quotes (what follows the quotes is dropped), \ takes the next character as it is, #
/// starts a comment line, lines without = are left out, the last of equal names wins.
Data parse_env_file(std::string_view text);

} // namespace vow::cfengine
