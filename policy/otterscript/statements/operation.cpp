#include "policy/otterscript/statements/operation.h"

#include "protocol/text/text.h"

#include <algorithm>

namespace vow::otterscript {

const Property* find_property(std::span<const Property> properties, std::string_view name) {
    const std::string wanted = lower_case(name);
    const auto found = std::ranges::find_if(properties, [&](const Property& property) {
        return lower_case(property.name) == wanted ||
               (!property.alias.empty() && lower_case(property.alias) == wanted);
    });
    return found == properties.end() ? nullptr : &*found;
}

} // namespace vow::otterscript
