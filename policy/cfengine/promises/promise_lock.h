#pragma once

#include "policy/cfengine/promises/promise_round.h"

#include <cstdint>
#include <memory>
#include <optional>

namespace vow::cfengine {

/// How a promise is kept and locked, according to its `action` body, the control bodies and the
/// command line. Evaluated once, before the promise is kept: its outcome may change the body.
struct ActionTerms {
    Terms terms;
    LockTerms lock;
};

ActionTerms action_terms(PromiseRound& round);
/// `action` is the evaluated body.
ActionTerms action_terms(PromiseRound& round, const Data& action);

/// Returns false, with observers notified, when an equal promise was begun before in this run.
bool begin_once(PromiseRound& round, std::uint64_t identity);

/// The right to keep a promise now. However keeping it ends, the destructor stores the time and
/// releases the lock.
class PromiseLock {
public:
    /// Nullopt, with observers notified, when another agent holds the lock, or when less than
    /// `if_elapsed` passed since the promise was kept. An `if_elapsed` of zero needs no lock.
    static std::optional<PromiseLock>
    take(PromiseRound& round, std::uint64_t identity, const LockTerms& terms);

private:
    struct GiveBack {
        std::uint64_t identity;

        void operator()(State* state) const { state->give_back(identity); }
    };

    using Held = std::unique_ptr<State, GiveBack>;

    explicit PromiseLock(Held held) : held_(std::move(held)) {}

    Held held_; ///< null if no lock is held
};

} // namespace vow::cfengine
