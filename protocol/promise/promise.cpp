#include "protocol/promise/promise.h"

#include <algorithm>
#include <array>

namespace vow {
namespace {

constexpr std::array<std::string_view, 23> kept_by_agent = {
    // sorted
    "action",
    "cancel_kept",
    "cancel_notkept",
    "cancel_repaired",
    "classes",
    "classes_name",
    "depends_on",
    "failed_returncodes",
    "if",
    "ifvarclass",
    "kept_returncodes",
    "meta",
    "persist_time",
    "promise_kept",
    "promise_repaired",
    "repair_denied",
    "repair_failed",
    "repair_timeout",
    "repaired_returncodes",
    "scope",
    "timer_policy",
    "unless",
    "with",
};

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

bool is_kept_by_agent(std::string_view attribute) {
    return std::binary_search(kept_by_agent.begin(), kept_by_agent.end(), attribute);
}

} // namespace vow
