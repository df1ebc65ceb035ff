#pragma once

#include "policy/run/written_promise.h"

#include <array>
#include <optional>
#include <string_view>

namespace vow {

/// A promise type whose promiser names an object: the attributes that choose a part of it, and
/// those that are values of it.
struct ObjectType {
    std::string_view name;
    std::array<std::string_view, 3> identity; ///< unused names are empty
    std::array<std::string_view, 5> values;
};

/// Null for a type of which it is not known.
const ObjectType* find_object_type(std::string_view name);

/// Attributes of two promises that want different values for one object.
struct PromiseClash {
    const WrittenAttribute* first;
    const WrittenAttribute* second;
};

/// For promises of one type. nullopt if they agree, are about different objects, or are not known
/// before the policy runs.
std::optional<PromiseClash>
find_clash(const ObjectType& type, const WrittenPromise& first, const WrittenPromise& second);

} // namespace vow
