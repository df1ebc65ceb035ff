#include "policy/cfengine/values/caches.h"

#include <algorithm>

namespace vow::cfengine {

bool ListIndex::contains(const List& list, std::string_view text) {
    if (list != latest_) {
        latest_ = list;
        elements_.clear();
        return std::ranges::find(*list, text) != list->end();
    }
    if (elements_.empty()) elements_.insert(list->begin(), list->end());
    return elements_.contains(text);
}

const Data* ParsedTexts::find(std::string_view key) const {
    const auto found = std::ranges::find(latest_, key, &std::pair<std::string, Data>::first);
    return found == latest_.end() ? nullptr : &found->second;
}

void ParsedTexts::add(std::string key, Data data) {
    if (latest_.size() == most) latest_.pop_front();
    latest_.emplace_back(std::move(key), std::move(data));
}

} // namespace vow::cfengine
