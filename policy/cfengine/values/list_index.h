#pragma once

#include "policy/cfengine/values/value.h"

#include <string_view>
#include <unordered_set>

namespace vow::cfengine {

/// Looks up texts in lists. A policy often looks up each element of one list in another: the second
/// lookup in the same list indexes its elements, so that each further one takes the same time
/// however long the list is.
class ListIndex {
public:
    bool contains(const List& list, std::string_view text);

private:
    List latest_;
    std::unordered_set<std::string_view> elements_; ///< of it; empty before the second lookup
};

} // namespace vow::cfengine
