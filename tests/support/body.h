#pragma once

#include "protocol/data/data.h"

#include <string>
#include <utility>
#include <vector>

namespace vow::tests {

/// A body as attributes hold it: an object of texts.
Data body(std::vector<std::pair<std::string, std::string>> attributes);
/// A body with one attribute that is a list.
Data list_body(std::string name, std::vector<std::string> items);

} // namespace vow::tests
