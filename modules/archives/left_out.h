#pragma once

#include "protocol/promise/record.h"

#include <string_view>

namespace vow::modules {

/// Names in warnings the entries that are left out; the first of them, as an archive may have many.
class LeftOut {
public:
    explicit LeftOut(Record& record) : record_(record) {}
    LeftOut(const LeftOut&) = delete;
    LeftOut& operator=(const LeftOut&) = delete;
    ~LeftOut() { finish(); }

    /// Ends the warnings, before the same entries are passed again.
    void finish();
    void add(std::string_view entry, std::string_view why);

private:
    Record& record_;
    std::size_t count_ = 0;
    bool is_finished_ = false;
};

} // namespace vow::modules
