#include "protocol/promise/promise.h"

#include <algorithm>

namespace vow {
namespace {

template <class Items>
auto find_named(Items& items, std::string_view name) {
    return std::find_if(items.begin(), items.end(), [&](const Attribute& each) {
        return each.name == name;
    });
}

} // namespace

void Attributes::set(std::string name, AttributeValue value) {
    if (const auto known = find_named(items_, name); known != items_.end()) {
        known->value = std::move(value);
    } else {
        items_.push_back({std::move(name), std::move(value)});
    }
}

const AttributeValue* Attributes::find(std::string_view name) const {
    const auto found = find_named(items_, name);
    return found == items_.end() ? nullptr : &found->value;
}

const std::string* Attributes::text(std::string_view name) const {
    const AttributeValue* value = find(name);
    return value == nullptr ? nullptr : std::get_if<std::string>(value);
}

} // namespace vow
