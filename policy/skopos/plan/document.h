#pragma once

#include "policy/source/diagnostic.h"
#include "protocol/data/yaml.h"

#include <functional>
#include <optional>

namespace vow::skopos {

/// Reads a YAML file: a plan, a model or a target. Merge keys are replaced by the members that they
/// add. Adds a diagnostic, and returns nullopt, if it is not one YAML document; a key that is there
/// twice is only a diagnostic. Calls `at_node` for each node; it may throw, to end the reading.
std::optional<YamlNode> read_document(
    const SourceText& source, Diagnostics& diagnostics, const std::function<void()>& at_node = {}
);

/// The bytes of a scalar, or the first byte of a list or mapping.
Span span_of(const SourceText& source, const YamlNode& node);

/// The value of a member. Null without one, or if the value is null: both count as absent.
const YamlNode* attribute_of(const YamlNode& map, std::string_view name);

/// A node as data. Plain scalars are true, false, numbers or texts; quoted ones are texts.
Data typed_data(const YamlNode& node);

/// true, yes, on, false, no, off; nullopt for another text.
std::optional<bool> truth_from(std::string_view word);

} // namespace vow::skopos
