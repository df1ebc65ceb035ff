#pragma once

#include "protocol/data/yaml_reader.h"

#include <functional>

namespace vow {

/// Reads the content of a document and its end, after the start of it. Throws YamlError, also if
/// the document needs far more memory than text. Calls `at_node` for each node.
YamlNode read_tree(YamlReader& reader, const std::function<void()>& at_node);

} // namespace vow
