#pragma once

#include "policy/run/identity.h"
#include "policy/run/observer.h"

#include <chrono>
#include <cstdint>
#include <string>
#include <unordered_set>

namespace vow::agent {

/// Counts the results of a run's promises, and the errors outside of promises. The log lines of a
/// promise do not count: a module that logs an error and then answers `repaired` did repair.
class Tally : public Observer {
public:
    enum class Skipped { ignored, counted };

    /// Counting skipped promises costs a little for each of them.
    explicit Tally(Skipped skipped) : counts_skipped_(skipped == Skipped::counted) {}

    void receive(const Event& event) override;
    bool wants_skipped() const override { return counts_skipped_; }

    /// True if no error was logged, and each promise was kept, handled by the policy, or may only
    /// warn that it would be repaired.
    bool all_well() const { return unhandled_ == 0 && !has_errors(); }
    /// True if an error was logged outside of promises.
    bool has_errors() const { return errors_ > 0; }
    bool has_repairs() const { return repaired_ > 0; }
    /// True if there was no promise to be kept.
    bool is_empty() const;
    /// "3 kept, 1 repaired, 0 not kept, 2 skipped in 0.12 s"; if promises were only looked at,
    /// "3 kept, 0 repaired, 1 to repair, 0 not kept, 2 skipped in 0.12 s".
    std::string counts() const;
    /// The same numbers for programs, and how many promises and errors speak against the run.
    Data totals() const;

private:
    void count(const LogLine& line);
    void count(const PromiseDone& done);
    void count(const PromiseSkipped& skipped);
    /// From here on, the promise of a place is counted by its expanded promisers.
    void expand(std::uint64_t place);

    bool counts_skipped_;
    int being_kept_ = 0; ///< promises: one may be a part of another
    std::uint64_t errors_ = 0;
    std::uint64_t kept_ = 0, repaired_ = 0, not_kept_ = 0;
    std::uint64_t untold_ = 0;    ///< nothing can tell, under the same terms
    std::uint64_t planned_ = 0;   ///< would be repaired, but may only warn
    std::uint64_t unhandled_ = 0; ///< of those not kept
    // By place and promiser, since passes repeat: a promise ends in one number. Filled only if
    // skipped promises are counted.
    std::unordered_set<std::uint64_t> skipped_;
    IdentitySet done_;
    // By place.
    std::unordered_set<std::uint64_t> written_; ///< skipped, with references in their promisers
    IdentitySet expanded_;                      ///< some promiser of theirs is final
};

} // namespace vow::agent
