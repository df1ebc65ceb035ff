#pragma once

#include <algorithm>
#include <array>
#include <iterator>
#include <optional>
#include <string_view>

namespace vow {

/// A row of a table of names and values. The lookups below are linear, and take the first match.
template <class Value>
struct NamedValue {
    std::string_view name;
    Value value;
};

/// nullopt for an unknown name.
template <class Value, class Table>
std::optional<Value> find_value(const Table& table, std::string_view name) {
    const auto found = std::ranges::find(table, name, &NamedValue<Value>::name);
    return found == std::end(table) ? std::nullopt : std::optional(found->value);
}

/// Empty for a value without a name.
template <class Value, class Table>
std::string_view find_name(const Table& table, Value value) {
    const auto found = std::ranges::find(table, value, &NamedValue<Value>::value);
    return found == std::end(table) ? std::string_view() : found->name;
}

/// The months, from January, as std::tm counts them.
inline constexpr std::array<std::string_view, 12> month_names = {
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December"};

/// The days of the week, from Sunday.
inline constexpr std::array<std::string_view, 7> day_names = {
    "Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"};

} // namespace vow
