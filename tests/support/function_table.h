#pragma once

#include "tests/support/fake_surroundings.h"

#include <string>
#include <string_view>

namespace vow::test {

/// The result of a call in text: a scalar as it is, a list as [a,b], data as JSON with sorted keys,
/// a condition as true or false, a failure as "-".
std::string
result_of(std::string_view function, std::vector<std::string> arguments, FakeSurroundings& around);

/// Checks a table of calls, one per line:
///
///     string_head | hello | 2 => he
///
/// Bars separate arguments; blanks around an argument are dropped unless it is in quotes ("a ").
/// A line without => fails the test.
void check_calls(std::string_view table, FakeSurroundings& around);
void check_calls(std::string_view table);

} // namespace vow::test
