#pragma once

#include "policy/cfengine/promises/promise_lock.h"
#include "policy/cfengine/promises/promise_round.h"

namespace vow::cfengine {

/// Records the verdicts of a promise: in its bundle, for those that depend on its handle, and as
/// the classes of its `classes` body.
void conclude(PromiseRound& round, const Verdicts& verdicts);
/// The same. The bundle has not failed if only changes that are not allowed are the reason.
void conclude(PromiseRound& round, const Outcome& outcome);

/// Defines the classes and variables that the module of a promise returned.
void define_results(PromiseRound& round, const Outcome& outcome);

/// Finishes a promise when its outcome is known, whether that is at once or after later promises
/// were evaluated.
class Completion {
public:
    /// Copies the round and its expander: iteration may proceed before the outcome is known.
    Completion(PromiseRound& round, ActionTerms action, PromiseLock lock)
        : expander_(round.expander()),
          round_(round, expander_),
          action_(std::move(action)),
          lock_(std::move(lock)) {}
    Completion(const Completion&) = delete;
    Completion& operator=(const Completion&) = delete;

    /// Call it once. Defines the results, concludes the promise, then releases its lock. Failures
    /// are logged; only FatalError and Aborted propagate.
    void finish(const Outcome& outcome);

private:
    Expander expander_;
    PromiseRound round_;
    ActionTerms action_;
    PromiseLock lock_;
};

} // namespace vow::cfengine
