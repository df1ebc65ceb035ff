#include "policy/cfengine/functions/text/captures.h"

namespace vow::cfengine {

std::vector<std::pair<std::string, std::string>> captures(const Regex& regex, const Match& match) {
    auto groups = match.groups();
    while (!groups.back())
        groups.pop_back();
    std::vector<std::pair<std::string, std::string>> all;
    for (std::size_t i = 0; i < groups.size(); ++i)
        all.emplace_back(std::to_string(i), groups[i].value_or(""));
    for (auto& [name, group] : regex.names()) {
        if (group < all.size()) all[group].first = std::move(name);
    }
    return all;
}

} // namespace vow::cfengine
