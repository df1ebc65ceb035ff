#pragma once

#include "policy/run/observer.h"

#include <chrono>
#include <cstdint>
#include <string>
#include <unordered_set>

namespace vow::agent {

/// Counts the results of a run's promises. Log lines do not count: a module that logs an error and
/// then answers `repaired` did repair.
class Tally : public Observer {
public:
    enum class Skipped { ignored, counted };

    /// Counting skipped promises costs a little for each of them.
    explicit Tally(Skipped skipped) : counts_skipped_(skipped == Skipped::counted) {}

    void receive(const Event& event) override;
    bool wants_details() const override { return counts_skipped_; }

    /// True if each promise was kept, or handled by the policy.
    bool all_kept() const { return unhandled_ == 0; }
    /// "3 kept, 1 repaired, 0 not kept, 2 skipped in 0.12 s"
    std::string summary(std::chrono::nanoseconds duration) const;

private:
    void count(const PromiseDone& done);
    void count(const PromiseSkipped& skipped);

    bool counts_skipped_;
    std::uint64_t kept_ = 0, repaired_ = 0, not_kept_ = 0;
    std::uint64_t unhandled_ = 0;             ///< of those not kept
    std::unordered_set<std::string> skipped_; ///< by place and promiser, as passes repeat
};

} // namespace vow::agent
