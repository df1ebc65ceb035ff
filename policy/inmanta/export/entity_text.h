#pragma once

#include "protocol/description/description.h"

#include <string>
#include <string_view>

namespace vow::inmanta {

/// The name of the entity for a promise type: "keep_line" is KeepLine.
std::string entity_name(std::string_view type);

/// The attribute of an entity for one of a promise type: with "_" if its name is taken.
std::string field_name(const std::string& attribute);

/// The definition of the entity for a promise type.
std::string entity_text(const PromiseTypeDescription& type);

} // namespace vow::inmanta
