#pragma once

#include "policy/cfengine/values/value.h"
#include "protocol/data/data.h"

#include <cstddef>
#include <deque>
#include <string>
#include <string_view>
#include <unordered_set>
#include <utility>

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

/// The data of the texts that were parsed last. A promise that reads a file is evaluated in each
/// pass, and mostly finds the same text, which need not be parsed again.
class ParsedTexts {
public:
    bool is_empty() const { return latest_.empty(); }
    /// Null if the text is not among the last.
    const Data* find(std::string_view key) const;
    /// `key` identifies the text and how it was parsed.
    void add(std::string key, Data data);

private:
    static constexpr std::size_t most = 4; ///< they stay in memory

    std::deque<std::pair<std::string, Data>> latest_;
};

} // namespace vow::cfengine
