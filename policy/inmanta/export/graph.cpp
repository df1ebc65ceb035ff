#include "policy/inmanta/export/exporter.h"
#include "policy/inmanta/export/resources.h"

#include <algorithm>
#include <functional>
#include <queue>
#include <utility>

namespace vow::inmanta {
namespace {

/// Some resources, each of which requires the next one, and the last the first.
std::string
cycle_text(const std::vector<Resource>& resources, const std::vector<std::size_t>& open) {
    std::vector<std::size_t> path;
    std::size_t at = static_cast<std::size_t>(
        std::ranges::find_if(open, [](std::size_t count) { return count > 0; }) - open.begin()
    );
    while (std::ranges::find(path, at) == path.end()) {
        path.push_back(at);
        at = *std::ranges::find_if(resources[at].requirements, [&](std::size_t next) {
            return open[next] > 0;
        });
    }
    path.erase(path.begin(), std::ranges::find(path, at));
    std::string text;
    for (const std::size_t one : path)
        text += (text.empty() ? "" : ", ") + resources[one].id;
    return text;
}

} // namespace

std::vector<Resource> in_order_of_requirements(std::vector<Resource> resources) {
    using Entry = std::pair<std::string_view, std::size_t>;
    std::priority_queue<Entry, std::vector<Entry>, std::greater<>> ready;
    std::vector<std::size_t> open(resources.size()); // requirements that have no place yet
    std::vector<std::vector<std::size_t>> dependents(resources.size());
    for (std::size_t i = 0; i < resources.size(); ++i) {
        open[i] = resources[i].requirements.size();
        for (const std::size_t required : resources[i].requirements)
            dependents[required].push_back(i);
        if (open[i] == 0) ready.emplace(resources[i].id, i);
    }
    std::vector<std::size_t> order;
    while (!ready.empty()) {
        const std::size_t next = ready.top().second;
        ready.pop();
        order.push_back(next);
        for (const std::size_t dependent : dependents[next]) {
            if (--open[dependent] == 0) ready.emplace(resources[dependent].id, dependent);
        }
    }
    if (order.size() < resources.size())
        throw ModelError(Mistake{
            .kind = &dependency_cycle,
            .words = "Cycle in dependencies: [" + cycle_text(resources, open) + "]"});
    std::vector<std::size_t> place(resources.size());
    for (std::size_t i = 0; i < order.size(); ++i)
        place[order[i]] = i;
    std::vector<Resource> sorted;
    sorted.reserve(resources.size());
    for (const std::size_t one : order) {
        for (std::size_t& required : resources[one].requirements)
            required = place[required];
        sorted.push_back(std::move(resources[one]));
    }
    return sorted;
}

} // namespace vow::inmanta
