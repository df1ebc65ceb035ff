#pragma once

#include "policy/run/host.h"

#include <string>
#include <vector>

namespace vow::agent {

/// A line of a kernel table, in words.
using TableRow = std::vector<std::string>;

/// The lines of /proc/net/NAME; empty if the kernel does not have that table. Tests move /proc with
/// CFENGINE_TEST_OVERRIDE_PROCDIR.
std::vector<std::string> network_table_lines(Host& host, const std::string& name);

/// The same, split into words.
std::vector<TableRow> network_table(Host& host, const std::string& name);

/// The words of a line, between blanks of any number.
TableRow words_between_blanks(const std::string& line);

} // namespace vow::agent
