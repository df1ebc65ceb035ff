#pragma once

#include "policy/cfengine/promises/promise_round.h"
#include "policy/cfengine/run/run_state.h"
#include "policy/run/world.h"
#include "protocol/data/data.h"
#include "protocol/promise/outcome.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

namespace vow::cfengine {

/// The line that an `action` body logs about the result of its promise, and for each result the
/// destination: a file, to which the line is appended, "stdout" or, if empty, none.
struct ActionLog {
    std::string line;
    std::string kept, repaired, failed;

    static ActionLog from(const Data& action);
};

/// Logs the result of a promise that was allowed to make changes. As with the reference, one that
/// only warned logs nothing.
void log_result(RunState& run, const ActionLog& log, const Verdicts& verdicts, const Terms& terms);

/// How a promise is kept and locked, according to its `action` body, the control bodies and the
/// command line. Evaluated once, before the promise is kept: its outcome may change the body.
struct ActionTerms {
    Terms terms;
    LockTerms lock;
    ActionLog log = {};
};

ActionTerms action_terms(PromiseRound& round);
/// `action` is the evaluated body.
ActionTerms action_terms(PromiseRound& round, const Data& action);

/// Returns false, with observers notified, when an equal promise was begun before in this run.
bool begin_once(PromiseRound& round, std::uint64_t identity);

/// The right to keep a promise now. However keeping it ends, the destructor releases the lock.
class PromiseLock {
public:
    /// nullopt, with observers notified, when another agent holds the lock, or when less than
    /// `if_elapsed` passed since the promise was kept. A run without locks takes none, nor does a
    /// dry run, unless it is as the reference's.
    static std::optional<PromiseLock>
    take(PromiseRound& round, std::uint64_t identity, const ActionTerms& action);

    /// Must be called with the verdicts of the promise for its time to be stored: only a success
    /// holds back the promises of later runs. With the reference every attempt does, without this
    /// call.
    void note(const Verdicts& verdicts);

private:
    struct Release {
        std::uint64_t identity;
        bool is_timed; ///< its time counts for `ifelapsed`

        void operator()(State* state) const {
            is_timed ? state->give_back(identity) : state->release(identity);
        }
    };

    using Held = std::unique_ptr<State, Release>;

    PromiseLock() = default;
    PromiseLock(Held held, const LockTerms& terms) : held_(std::move(held)), terms_(terms) {}

    Held held_; ///< null if no lock is held
    LockTerms terms_ = {};
};

/// Keeps other agents from editing a file between reading and saving it. If the lock stays taken
/// for 30 seconds, the edit goes on without it: a change by another agent is then noticed when the
/// text is saved.
class FileLock {
public:
    FileLock(World& world, const std::string& path);
    FileLock(const FileLock&) = delete;
    FileLock& operator=(const FileLock&) = delete;
    ~FileLock();

private:
    World& world_;
    LockName name_;
    bool is_taken_ = false;
};

} // namespace vow::cfengine
