#pragma once

#include "protocol/data/data.h"

#include <string>
#include <vector>

namespace vow::agent {

/// Lines of columns, as wide as their widest text; the first line is the heading. Names that
/// hosts have chosen are shown without their control characters.
void print_table(const std::vector<std::vector<std::string>>& lines);
void print_line(const std::string& line);
void print_document(const Data& data);

} // namespace vow::agent
