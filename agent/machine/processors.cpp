#include "agent/machine/processors.h"

#include "protocol/text/text.h"

#include <algorithm>
#include <fstream>
#include <optional>
#include <string_view>

#include <sched.h>

namespace vow::agent {
namespace {

/// Rounds up; 0 for no limit.
int processors_for(double quota, double period) {
    if (quota <= 0 || period <= 0) return 0;
    constexpr double most = 1 << 20;
    const auto whole = static_cast<int>(std::min(quota / period, most));
    return std::max(1, whole < quota / period ? whole + 1 : whole);
}

/// "200000 100000", or "max 100000".
int limit_of_version_2(const std::string& folder) {
    std::ifstream file(folder + "/cpu.max");
    double quota = 0;
    double period = 0;
    return file >> quota >> period ? processors_for(quota, period) : 0;
}

int limit_of_version_1(const std::string& folder) {
    std::ifstream quota_file(folder + "/cpu.cfs_quota_us");
    std::ifstream period_file(folder + "/cpu.cfs_period_us");
    double quota = 0;
    double period = 0;
    return quota_file >> quota && period_file >> period ? processors_for(quota, period) : 0;
}

int smaller_limit(int one, int other) {
    if (one == 0 || other == 0) return std::max(one, other);
    return std::min(one, other);
}

/// The smallest limit of a group and of those around it.
template <class Limit>
int limit_along(const std::string& top, std::string_view path, const Limit& limit_of) {
    int limit = 0;
    while (true) {
        limit = smaller_limit(limit, limit_of(top + std::string(path)));
        const auto end = path.rfind('/');
        if (path.empty() || end == path.npos) return limit;
        path = path.substr(0, end);
    }
}

/// One line of /proc/self/cgroup: a number, controllers, a path.
int limit_of_line(const std::string& folder, std::string_view line) {
    const auto first = line.find(':');
    const auto second = first == line.npos ? first : line.find(':', first + 1);
    if (second == line.npos) return 0;
    const std::string_view controllers = line.substr(first + 1, second - first - 1);
    const std::string_view path = line.substr(second + 1);
    if (controllers.empty()) return limit_along(folder, path, limit_of_version_2);
    const std::string within = "," + std::string(controllers) + ",";
    if (within.find(",cpu,") == within.npos) return 0;
    return limit_along(folder + "/" + std::string(controllers), path, limit_of_version_1);
}

} // namespace

int processors_allowed_by(const ControlGroups& groups) {
    std::ifstream file(groups.own);
    int limit = 0;
    for (std::string line; std::getline(file, line);)
        limit = smaller_limit(limit, limit_of_line(groups.folder, line));
    return limit;
}

int usable_processors() {
    cpu_set_t usable;
    CPU_ZERO(&usable);
    const bool is_known = ::sched_getaffinity(0, sizeof usable, &usable) == 0;
    const int allowed = smaller_limit(is_known ? CPU_COUNT(&usable) : 1, processors_allowed_by({}));
    return std::max(1, allowed);
}

} // namespace vow::agent
