#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace vow::cfengine {

using CsvRow = std::vector<std::string>;

/// Comma separated values, as RFC 4180 has them: fields may be quoted, and then hold commas, line
/// ends and doubled quotes. Rows end in CR LF; in a text without any, in LF. A row with a stray
/// quote is left out where rows end in CR LF; where they end in LF the text is taken for something
/// else, and there are no rows.
std::vector<CsvRow> parse_csv(std::string_view text);

} // namespace vow::cfengine
