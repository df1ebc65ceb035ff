#pragma once

#include "protocol/data/data.h"

#include <string_view>

namespace vow::cfengine {

/// Parses NAME=value lines, like those of os-release: values may be in single or double quotes
/// (text after the quotes is dropped), \ quotes the next character, # starts a comment line, lines
/// without = are skipped, the last of equal names wins.
Data parse_env_file(std::string_view text);

} // namespace vow::cfengine
