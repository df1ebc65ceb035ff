#include "modules/packages/package_version.h"

#include <algorithm>
#include <compare>
#include <string>
#include <vector>

namespace vow::modules {
namespace {

struct SplitVersion {
    std::vector<std::string_view> parts;
    std::string separators;
};

bool is_in_part(char letter) {
    return (letter >= '0' && letter <= '9') || (letter >= 'a' && letter <= 'z') ||
           (letter >= 'A' && letter <= 'Z');
}

SplitVersion split_version(std::string_view version) {
    SplitVersion split;
    for (;;) {
        const auto* end = std::ranges::find_if_not(version, is_in_part);
        const auto length = static_cast<std::size_t>(end - version.begin());
        split.parts.push_back(version.substr(0, length));
        if (length == version.size()) return split;
        split.separators += *end;
        version.remove_prefix(length + 1);
    }
}

int sign_of(std::strong_ordering order) {
    if (std::is_lt(order)) return -1;
    return std::is_gt(order) ? 1 : 0;
}

} // namespace

std::optional<int> compare_package_versions(std::string_view left, std::string_view right) {
    const SplitVersion one = split_version(left);
    const SplitVersion other = split_version(right);
    const std::size_t common = std::min(one.separators.size(), other.separators.size());
    if (one.separators.substr(0, common) != other.separators.substr(0, common)) return {};
    return sign_of(one.parts <=> other.parts);
}

} // namespace vow::modules
