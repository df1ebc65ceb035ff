#include "modules/packages/version_order.h"

#include "modules/packages/package_version.h"

#include <utility>

namespace vow::modules {

std::optional<int> VersionOrder::compare(const std::string& left, const std::string& right) {
    const bool has_less = method_.has("package_version_less_command");
    if (method_.has("package_version_equal_command")) {
        if (is_true("package_version_equal_command", left, right)) return 0;
    } else if (has_less) {
        if (is_true("package_version_less_command", left, right)) return -1;
        return is_true("package_version_less_command", right, left) ? 1 : 0;
    }
    if (!has_less) return compare_package_versions(left, right);
    return is_true("package_version_less_command", left, right) ? -1 : 1;
}

bool VersionOrder::is_true(
    std::string_view comparison, const std::string& left, const std::string& right
) {
    std::string line = method_.value(comparison);
    for (const auto& [part, version] : {std::pair{"$(v1)", &left}, std::pair{"$(v2)", &right}}) {
        const std::string argument = commands_.argument(*version);
        for (auto at = line.find(part); at != line.npos; at = line.find(part, at + argument.size()))
            line.replace(at, std::string_view(part).size(), argument);
    }
    return commands_.run(line).succeeded;
}

} // namespace vow::modules
