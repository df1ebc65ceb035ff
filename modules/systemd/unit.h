#pragma once

#include "protocol/description/description.h"

#include <span>
#include <string>
#include <string_view>

namespace vow::modules {

/// Adds ".service" to a name without a suffix: "nginx" is "nginx.service".
std::string full_unit_name(std::string_view name);

/// True for templates: "getty@", "getty@.service".
bool is_template(std::string_view name);

/// An attribute that is written to a unit file: as `KEY=VALUE`, one line for each item of a list,
/// or as whole lines.
struct UnitKey {
    std::string_view attribute;
    std::string_view section; ///< "Unit"
    std::string_view key;     ///< empty if its items are whole lines
    AttributeType type;
    std::string_view summary;
};

/// All such attributes, in the order of their lines in the file.
std::span<const UnitKey> unit_keys();

} // namespace vow::modules
