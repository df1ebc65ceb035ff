#pragma once

#include "protocol/data/data.h"

#include <cstddef>
#include <deque>
#include <string>
#include <string_view>
#include <utility>

namespace vow::cfengine {

/// The data of the texts that were parsed last. A promise that reads a file is evaluated in each
/// pass, and mostly finds the same text, which is read again but need not be parsed again.
class ParsedTexts {
public:
    /// Null if the text is not among the last.
    const Data* find(std::string_view key) const;
    /// `key` identifies the text and how it was parsed.
    void add(std::string key, Data data);

private:
    static constexpr std::size_t most = 4; ///< they stay in memory

    std::deque<std::pair<std::string, Data>> latest_;
};

} // namespace vow::cfengine
