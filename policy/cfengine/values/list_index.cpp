#include "policy/cfengine/values/list_index.h"

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

} // namespace vow::cfengine
