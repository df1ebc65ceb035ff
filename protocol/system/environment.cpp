#include "protocol/system/environment.h"

#include "protocol/system/accounts.h"

#include <algorithm>
#include <string_view>

#include <unistd.h>

namespace vow {
namespace {

std::string_view variable_name(std::string_view entry) {
    return entry.substr(0, entry.find('='));
}

} // namespace

std::vector<std::string> environment_with(const std::vector<std::string>& changes) {
    std::vector<std::string> all;
    const auto is_changed_from = [&](std::size_t first, std::string_view name) {
        const auto from = changes.begin() + static_cast<std::ptrdiff_t>(first);
        return std::any_of(from, changes.end(), [name](const std::string& change) {
            return variable_name(change) == name;
        });
    };
    for (char** entry = environ; *entry != nullptr; ++entry) {
        if (!is_changed_from(0, variable_name(*entry))) all.emplace_back(*entry);
    }
    for (std::size_t i = 0; i < changes.size(); ++i) {
        const std::string& change = changes[i];
        const bool sets = change.find('=') != change.npos;
        if (sets && !is_changed_from(i + 1, variable_name(change))) all.push_back(change);
    }
    return all;
}

std::vector<std::string> account_variables(std::uint32_t uid) {
    const auto user = find_user(uid);
    if (!user) return {"HOME=/", "USER", "LOGNAME"};
    return {"HOME=" + user->home, "USER=" + user->name, "LOGNAME=" + user->name};
}

} // namespace vow
