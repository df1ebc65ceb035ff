#pragma once

#include "policy/run/observer.h"

#include <chrono>
#include <cstdint>

namespace vow::agent {

/// Counts what came of the promises of a run. A log line changes no count: a module that says
/// `error` and then answers `repaired` did repair.
class Tally : public Observer {
public:
    LogLevel log_level() const override { return LogLevel::critical; }
    void log(LogLevel, std::string_view) override {}
    void report(std::string_view) override {}
    void promise_done(const Promise& promise, const Outcome& outcome) override;
    void promise_skipped(
        std::string_view type,
        std::string_view promiser,
        const Origin& origin,
        SkipReason reason,
        std::string_view because
    ) override;

    bool all_kept() const { return not_kept_ == 0; }
    /// "3 kept, 1 repaired, 0 not kept, 2 skipped in 0.12 s"
    std::string summary(std::chrono::nanoseconds duration) const;

private:
    std::uint64_t kept_ = 0, repaired_ = 0, not_kept_ = 0, skipped_ = 0;
};

} // namespace vow::agent
