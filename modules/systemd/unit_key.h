#pragma once

#include "protocol/description/description.h"

#include <span>
#include <string_view>

namespace vow::modules {

/// An attribute that is written into a unit file: as `KEY=VALUE`, a line for each item of a list,
/// or as whole lines.
struct UnitKey {
    std::string_view attribute;
    std::string_view section; ///< "Unit"
    std::string_view key;     ///< empty: its items are whole lines
    AttributeType type;
    std::string_view summary;
};

/// Every such attribute, in the order of the lines in the file.
std::span<const UnitKey> unit_keys();

} // namespace vow::modules
