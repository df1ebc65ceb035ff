#pragma once

#include "policy/inmanta/values/value.h"

#include <string_view>

namespace vow::inmanta {

/// A type of Python or pydantic by its full name, "pydantic.conint": the values of the language
/// that it has, and the kind of bounds that it takes.
struct ValidatedType {
    enum class Bounds { none, numbers, decimals, texts, urls };

    std::string_view name;
    bool (*has)(const Value& value);
    Bounds bounds = Bounds::none;
};

/// Null for a type that values cannot be checked against.
const ValidatedType* validated_type(std::string_view name);

/// Not a number for a value that is none.
double number_of(const Value& value);
/// Whether it is one, or a number without a fraction.
bool is_integral(const Value& value);

} // namespace vow::inmanta
