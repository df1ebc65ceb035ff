#include "policy/cfengine/functions/text/version.h"

#include <charconv>
#include <vector>

namespace vow::cfengine {

namespace {

std::vector<unsigned> numbers_of(std::string_view version) {
    constexpr std::size_t max_numbers = 3;
    std::vector<unsigned> numbers;
    while (numbers.size() < max_numbers) {
        unsigned number = 0;
        const char* const end = version.data() + version.size();
        const auto [stopped, error] = std::from_chars(version.data(), end, number);
        if (error != std::errc{}) break;
        numbers.push_back(number);
        if (stopped == end || *stopped != '.') break;
        version.remove_prefix(static_cast<std::size_t>(stopped - version.data()) + 1);
    }
    return numbers;
}

} // namespace

std::optional<std::strong_ordering>
compare_versions(std::string_view left, std::string_view right) {
    const auto first = numbers_of(left);
    const auto second = numbers_of(right);
    if (first.empty() || second.empty()) return std::nullopt;
    for (std::size_t i = 0; i < std::min(first.size(), second.size()); ++i) {
        if (first[i] != second[i]) return first[i] <=> second[i];
    }
    return std::strong_ordering::equal;
}

} // namespace vow::cfengine
