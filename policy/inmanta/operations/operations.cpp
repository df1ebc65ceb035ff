#include "policy/inmanta/operations/operations.h"

#include "policy/inmanta/syntax/mistake.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace vow::inmanta {
namespace {

ModelError typing(std::string words) {
    return ModelError(Mistake{.kind = &typing_error, .words = std::move(words)});
}

ModelError runtime(std::string words) {
    return ModelError(Mistake{.kind = &runtime_error, .words = std::move(words)});
}

bool is_amount(const Value& value) {
    return value.is_number() || value.truth() != nullptr;
}

Value compared(Operator operation, const Value& left, const Value& right) {
    if (!is_amount(left) || !is_amount(right)) throw typing("Can only compare numbers.");
    const double a = left.as_real();
    const double b = right.as_real();
    if (operation == Operator::less) return a < b;
    if (operation == Operator::greater) return a > b;
    return operation == Operator::less_or_equal ? a <= b : a >= b;
}

Value contained(const Value& item, const Value& container) {
    if (const Value::List* items = container.list())
        return std::ranges::find(*items, item) != items->end();
    const Dict* dict = container.dict();
    if (dict == nullptr)
        throw typing(
            "Operator 'in' can only be used on lists and dictionaries (" +
            text_of(container, Style::message) + ")"
        );
    return item.string() != nullptr && dict->find(*item.string()) != nullptr;
}

struct WholeResult {
    std::int64_t value = 0;
    bool has_overflow = false;
};

std::int64_t floor_remainder(std::int64_t a, std::int64_t b) {
    if (b == -1) return 0;
    const std::int64_t rest = a % b;
    return rest != 0 && (rest < 0) != (b < 0) ? rest + b : rest;
}

WholeResult whole_power(std::int64_t base, std::int64_t exponent) {
    WholeResult result{1};
    while (exponent > 0 && !result.has_overflow) {
        if ((exponent & 1) != 0)
            result.has_overflow = __builtin_mul_overflow(result.value, base, &result.value);
        exponent >>= 1;
        if (exponent > 0 && __builtin_mul_overflow(base, base, &base)) result.has_overflow = true;
    }
    return result;
}

Value whole_arithmetic(Operator operation, std::int64_t a, std::int64_t b) {
    WholeResult result;
    if (operation == Operator::plus)
        result.has_overflow = __builtin_add_overflow(a, b, &result.value);
    else if (operation == Operator::minus)
        result.has_overflow = __builtin_sub_overflow(a, b, &result.value);
    else if (operation == Operator::times)
        result.has_overflow = __builtin_mul_overflow(a, b, &result.value);
    else if (operation == Operator::remainder)
        result.value = floor_remainder(a, b);
    else
        result = whole_power(a, b);
    if (result.has_overflow)
        throw runtime(
            "The result of '" + std::string(text_of(operation)) +
            "' is too large for an integer of 64 bits"
        );
    return result.value;
}

Value real_arithmetic(Operator operation, double a, double b) {
    double result = 0;
    if (operation == Operator::plus) result = a + b;
    if (operation == Operator::minus) result = a - b;
    if (operation == Operator::times) result = a * b;
    if (operation == Operator::divide) result = a / b;
    if (operation == Operator::remainder) result = a - b * std::floor(a / b);
    if (operation == Operator::power) result = std::pow(a, b);
    return result;
}

Value arithmetic(Operator operation, const Value& left, const Value& right) {
    if (operation == Operator::plus && left.string() != nullptr && right.string() != nullptr) {
        check_text_size(left.string()->size() + right.string()->size());
        return *left.string() + *right.string();
    }
    if (!left.is_number() || !right.is_number())
        throw typing(
            "Unsupported operand types for '" + std::string(text_of(operation)) +
            "': " + std::string(type_word_of(left)) + " and " + std::string(type_word_of(right))
        );
    const bool divides = operation == Operator::divide || operation == Operator::remainder;
    if (divides && right.as_real() == 0) throw runtime("division by zero");
    const bool are_whole = left.integer() != nullptr && right.integer() != nullptr;
    const bool stays_whole =
        operation != Operator::divide && (operation != Operator::power || right.as_real() >= 0);
    if (are_whole && stays_whole)
        return whole_arithmetic(operation, *left.integer(), *right.integer());
    return real_arithmetic(operation, left.as_real(), right.as_real());
}

} // namespace

Value result_of(Operator operation, const Value& left, const Value& right) {
    if (left.is_unknown() || right.is_unknown()) return Value::Unknown();
    switch (operation) {
    case Operator::equal: return left == right;
    case Operator::unequal: return !(left == right);
    case Operator::less:
    case Operator::greater:
    case Operator::less_or_equal:
    case Operator::greater_or_equal: return compared(operation, left, right);
    case Operator::in: return contained(left, right);
    case Operator::not_in: return !*contained(left, right).truth();
    case Operator::plus:
    case Operator::minus:
    case Operator::times:
    case Operator::divide:
    case Operator::remainder:
    case Operator::power: return arithmetic(operation, left, right);
    case Operator::or_:
    case Operator::and_:
    case Operator::not_: break;
    }
    return {};
}

Value negated(const Value& value) {
    if (value.is_unknown()) return value;
    return !truth_of(value, "Invalid value `{}`: `not` expects a boolean");
}

Value looked_up(const Value& dict, const Value& key) {
    if (dict.is_unknown() || key.is_unknown()) return Value::Unknown();
    const std::string name = text_of(key);
    if (dict.dict() == nullptr)
        throw typing(
            "dict lookup is only possible on dicts, " + text_of(dict, Style::message) +
            " is not an object"
        );
    const Value* found = key.string() != nullptr ? dict.dict()->find(name) : nullptr;
    if (found != nullptr) return *found;
    std::string options;
    for (const auto& [option, value] : dict.dict()->members())
        options += (options.empty() ? "" : ",") + option;
    throw ModelError(Mistake{
        .kind = &key_error,
        .words = "key " + name + " not found in dict, options are [" + options + "]"});
}

bool truth_of(const Value& value, std::string_view words) {
    if (value.truth() != nullptr) return *value.truth();
    const std::size_t hole = words.find("{}");
    throw runtime(
        std::string(words.substr(0, hole)) + text_of(value, Style::message) +
        std::string(words.substr(hole + 2))
    );
}

void check_text_size(std::size_t bytes) {
    constexpr std::size_t max_bytes = std::size_t{64} << 20U;
    if (bytes > max_bytes) throw runtime("A text of more than 64 MiB is too large");
}

void check_item_count(std::size_t items) {
    constexpr std::size_t max_items = 10'000'000;
    if (items > max_items) throw runtime("A list of more than 10 million items is too large");
}

} // namespace vow::inmanta
