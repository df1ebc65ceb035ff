#include "policy/otterscript/evaluation/function.h"

#include "protocol/text/text.h"

#include <array>
#include <charconv>
#include <cmath>

namespace vow::otterscript {
namespace {

template <class Number>
std::optional<Number> number_from(std::string_view text) {
    text = trimmed(text);
    if (text.starts_with('+')) text.remove_prefix(1);
    Number number{};
    const char* end = text.data() + text.size();
    const auto [rest, error] = std::from_chars(text.data(), end, number);
    return error == std::errc() && rest == end ? std::optional(number) : std::nullopt;
}

} // namespace

std::string conversion_error(std::string_view text, std::string_view type) {
    return "cannot convert \"" + std::string(text) + "\" to " + std::string(type);
}

std::optional<std::int64_t> integer_value(std::string_view text) {
    return number_from<std::int64_t>(text);
}

std::optional<double> decimal_value(std::string_view text) {
    const auto number = number_from<double>(text);
    return number && std::isfinite(*number) ? number : std::nullopt;
}

std::optional<bool> boolean_value(std::string_view text) {
    const std::string word = lower_case(trimmed(text));
    if (word == "true") return true;
    if (word == "false") return false;
    return std::nullopt;
}

std::string decimal_text(double number) {
    if (number == 0) return "0";
    std::array<char, 400> digits{};
    const auto end = std::to_chars(
        digits.data(), digits.data() + digits.size(), number, std::chars_format::fixed
    );
    return {digits.data(), end.ptr};
}

void FunctionCall::fail(const std::string& words) const {
    executor_.raise(mark_of(sign_) + std::string(function_.name) + ": " + words, at_);
}

const std::string& FunctionCall::text(std::size_t index) const {
    const Value& value = arguments_[index];
    if (!value.is_text()) fail("argument " + std::to_string(index + 1) + " needs a scalar");
    return value.text();
}

std::string FunctionCall::text_or(std::size_t index, std::string_view fallback) const {
    return has(index) ? text(index) : std::string(fallback);
}

const Value& FunctionCall::vector(std::size_t index) {
    Value& value = arguments_[index];
    if (value.sign() == Sign::map)
        fail("argument " + std::to_string(index + 1) + " needs a vector");
    if (value.is_text()) value = Vector{value};
    return value;
}

Value& FunctionCall::own_vector(std::size_t index) {
    vector(index);
    Value& argument = arguments_[index];
    if (assigned_ == nullptr || !assigned_->shares_items(argument)) return argument;
    argument = Value();
    return *assigned_;
}

const Map& FunctionCall::map(std::size_t index) const {
    const Value& value = arguments_[index];
    if (value.sign() != Sign::map) fail("argument " + std::to_string(index + 1) + " needs a map");
    return value.map();
}

std::int64_t FunctionCall::integer(std::size_t index) const {
    const std::string& written = text(index);
    if (const auto number = integer_value(written)) return *number;
    fail(conversion_error(written, "integer"));
}

double FunctionCall::decimal(std::size_t index) const {
    const std::string& written = text(index);
    if (const auto number = decimal_value(written)) return *number;
    fail(conversion_error(written, "decimal"));
}

bool FunctionCall::boolean_or(std::size_t index, bool fallback) const {
    if (!has(index)) return fallback;
    const std::string& written = text(index);
    if (const auto truth = boolean_value(written)) return *truth;
    fail(conversion_error(written, "boolean"));
}

} // namespace vow::otterscript
