#pragma once

#include <array>
#include <string_view>

namespace vow {

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
