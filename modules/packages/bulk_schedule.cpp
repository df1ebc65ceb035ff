#include "modules/packages/bulk_schedule.h"

#include <algorithm>
#include <utility>

namespace vow::modules {

void BulkSchedule::add(const AttributeValue& method, PackageOperation operation, Item item) {
    auto group = std::ranges::find_if(groups_, [&](const Group& each) {
        return !each.has_run && each.operation == operation && each.method == method;
    });
    if (group == groups_.end()) {
        groups_.push_back({.method = method, .operation = operation});
        group = std::prev(groups_.end());
    }
    group->items.insert(group->items.begin(), std::move(item));
}

std::vector<BulkSchedule::Group*> BulkSchedule::pending(const AttributeValue& method) {
    std::vector<Group*> found;
    for (Group& group : groups_) {
        if (!group.has_run && group.method == method) found.push_back(&group);
    }
    std::ranges::sort(found, {}, [](const Group* group) { return group->operation; });
    return found;
}

std::vector<bool> BulkSchedule::take_results(const Promise& promise, const Attributes& attributes) {
    const auto is_of_promise = [&](const Item& item) {
        return item.promiser == promise.promiser && item.line == promise.origin.line &&
               item.attributes == attributes;
    };
    std::vector<bool> results;
    for (Group& group : groups_) {
        if (!group.has_run) continue;
        if (std::erase_if(group.items, is_of_promise) > 0) results.push_back(group.has_succeeded);
    }
    std::erase_if(groups_, [](const Group& group) { return group.items.empty(); });
    return results;
}

} // namespace vow::modules
