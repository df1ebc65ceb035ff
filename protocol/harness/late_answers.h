#pragma once

#include <atomic>
#include <memory>

namespace vow::harness {

/// Counts the answers of a module that did not come in time, in processes that are forked from this
/// one as well.
class LateAnswers {
public:
    LateAnswers();

    void add_one() { ++*count_; }
    /// Whether there were so many that no more are waited for: a report is worth a minute.
    bool are_enough() const { return *count_ >= max_count; }

    static constexpr int max_count = 3;

private:
    std::shared_ptr<std::atomic<int>> count_; ///< in memory that forked processes share
};

} // namespace vow::harness
