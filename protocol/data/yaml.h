#pragma once

#include "protocol/data/data.h"
#include "protocol/data/yaml_node.h"

#include <functional>
#include <string_view>
#include <variant>

namespace vow {

/// The treatment of further documents in the same text.
enum class FurtherDocuments { ignored, refused };

/// Reads one document. Aliases are replaced by what they stand for, up to a limit. Nesting is
/// limited to 1,000 levels. Calls `at_node` for each node; it may throw, to end the reading.
std::variant<YamlNode, YamlError> parse_yaml(
    std::string_view text,
    FurtherDocuments further = FurtherDocuments::ignored,
    const std::function<void()>& at_node = {}
);

/// A node as data. Plain scalars have the types of the YAML core schema; quoted ones are texts.
Data data_of(const YamlNode& node);
/// The same with other types for plain scalars.
Data data_of(const YamlNode& node, Data (*scalar)(const YamlNode& node));

} // namespace vow
