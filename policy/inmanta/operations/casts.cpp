#include "policy/inmanta/operations/operations.h"
#include "policy/inmanta/syntax/mistake.h"
#include "protocol/text/text.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <optional>

namespace vow::inmanta {
namespace {

constexpr std::array cast_names = {
    std::string_view("string"),
    std::string_view("int"),
    std::string_view("float"),
    std::string_view("number"),
    std::string_view("bool")};

template <class Number>
std::optional<Number> number_of(std::string_view text) {
    text = trimmed(text);
    if (text.starts_with('+')) text.remove_prefix(1);
    Number number{};
    const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (fault != std::errc() || end != text.data() + text.size()) return std::nullopt;
    return number;
}

std::optional<Value> as_integer(const Value& value) {
    if (value.truth() != nullptr) return Value(std::int64_t{*value.truth()});
    if (value.integer() != nullptr) return value;
    if (value.real() != nullptr && std::fabs(*value.real()) < 9e18)
        return Value(static_cast<std::int64_t>(*value.real()));
    if (value.string() == nullptr) return std::nullopt;
    const auto number = number_of<std::int64_t>(*value.string());
    return number ? std::optional<Value>(*number) : std::nullopt;
}

std::optional<Value> as_float(const Value& value) {
    if (value.is_number() || value.truth() != nullptr) return Value(value.as_real());
    if (value.string() == nullptr) return std::nullopt;
    const auto number = number_of<double>(*value.string());
    return number ? std::optional<Value>(*number) : std::nullopt;
}

/// Numbers stay as they are.
std::optional<Value> as_number(const Value& value) {
    if (value.is_number()) return value;
    const auto whole = as_integer(value);
    return whole ? whole : as_float(value);
}

bool as_truth(const Value& value) {
    if (value.string() != nullptr) return !value.string()->empty();
    if (value.list() != nullptr) return !value.list()->empty();
    if (value.dict() != nullptr) return !value.dict()->members().empty();
    return value.object() != nullptr || value.as_real() != 0;
}

} // namespace

bool is_cast(std::string_view name) {
    return std::ranges::find(cast_names, name) != cast_names.end();
}

Value cast(std::string_view type, const Value& value) {
    if (value.is_unknown()) return value;
    std::optional<Value> result;
    if (type == "bool") result = Value(as_truth(value));
    if (type == "string") result = Value(text_of(value));
    if (type == "int") result = as_integer(value);
    if (type == "float") result = as_float(value);
    if (type == "number") result = as_number(value);
    if (result) return *result;
    throw ModelError(Mistake{
        .kind = &runtime_error,
        .words = "Failed to cast '" + text_of(value, Style::message) + "' to " + std::string(type)}
    );
}

} // namespace vow::inmanta
