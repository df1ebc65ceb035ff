#pragma once

#include "modules/archives/archive_limits.h"
#include "modules/sdk/cpp/log.h"
#include "protocol/promise/promise.h"

#include <chrono>

namespace vow::modules {

/// The time limit of the promise was reached.
struct ArchiveTimeout : ArchiveFault {
    using ArchiveFault::ArchiveFault;
};

/// Ends the work on an archive early.
class Interruption {
public:
    Interruption(const Promise& promise, const Log& log) : limit_(promise.terms.limit), log_(log) {}

    /// To be called for each piece of work.
    void check() const {
        if (log_.is_stopped()) throw ArchiveFault("the run was stopped");
        if (limit_ && Clock::now() - begin_ > *limit_) throw ArchiveTimeout("it took too long");
    }

private:
    using Clock = std::chrono::steady_clock;

    const Clock::time_point begin_ = Clock::now();
    const decltype(Terms::limit) limit_;
    const Log& log_;
};

} // namespace vow::modules
