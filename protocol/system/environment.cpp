#include "protocol/system/environment.h"

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
    for (char** entry = environ; *entry != nullptr; ++entry) {
        const bool is_changed = std::ranges::any_of(changes, [&](const std::string& change) {
            return variable_name(change) == variable_name(*entry);
        });
        if (!is_changed) all.emplace_back(*entry);
    }
    for (const std::string& change : changes) {
        if (change.find('=') != change.npos) all.push_back(change);
    }
    return all;
}

} // namespace vow
