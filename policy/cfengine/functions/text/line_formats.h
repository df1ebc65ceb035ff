#pragma once

#include "protocol/data/data.h"

#include <string>
#include <string_view>
#include <vector>

namespace vow::cfengine {

using CsvRow = std::vector<std::string>;

/// Parses comma separated values as in RFC 4180: quoted fields may contain commas, line ends and
/// doubled quotes. Rows end with CR LF or, in a text without any, with LF. A row with a stray quote
/// is dropped if rows end with CR LF; if they end with LF the text is not CSV and has no rows.
std::vector<CsvRow> parse_csv(std::string_view text);

/// Parses NAME=value lines, like those of os-release: values may be in single or double quotes
/// (text after the quotes is dropped), \ quotes the next character, # starts a comment line, lines
/// without = are skipped, the last of equal names wins.
Data parse_env_file(std::string_view text);

} // namespace vow::cfengine
