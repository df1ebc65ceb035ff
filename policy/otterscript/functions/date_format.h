#pragma once

#include <chrono>
#include <string>
#include <string_view>

namespace vow::otterscript {

enum class Zone { local, utc };

/// A time in a custom date format of .NET: yyyy yy MMMM MMM MM M dddd ddd dd d HH H hh h mm m ss s
/// fff tt zzz, 'quoted' and \escaped text. All other characters stand for themselves.
std::string
formatted_date(std::chrono::system_clock::time_point time, std::string_view format, Zone zone);

} // namespace vow::otterscript
