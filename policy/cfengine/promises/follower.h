#pragma once

#include "policy/cfengine/promises/promise_round.h"
#include "policy/cfengine/run/run_end.h"

#include <span>
#include <string>

namespace vow::cfengine {

// A dry run changes nothing, so that no class of a repair is defined and no handle satisfied, and
// the promises that wait for one are skipped. These functions find them. They remember what repairs
// would bring, evaluate under that assumption the promises that were skipped, and send
// PromiseFollows for each that it lets through. Such a promise is not kept, but taken for one that
// would be repaired itself; so are the promises of a bundle that would be called. In a real run,
// and for observers that want no details, they do nothing.

/// Whether the run looks for them.
bool notes_followers(const RunState& run);
/// The promise as plans name it: "files '/etc/motd'".
std::string name_of(const PromiseRound& round);

/// Notes that a real run would repair this promise: it expects the classes that the `classes` body
/// has for that, and its handle. `promises` are the ones in a plan of which each would do it: the
/// promise itself or, of a call, those that the call repairs.
void expect_repair(PromiseRound& round, std::span<const std::string> promises);
/// Notes that the promise was kept as in a dry run, so that it does not follow from another one.
void note_kept(PromiseRound& round);

/// Whether there may be promises that a dry run skips and a real run keeps.
inline bool may_follow(const RunState& run) {
    return run.expected.is_assumed() || !run.expected.empty();
}

/// Notes a promise that the running assumption lets through.
void note_follower(PromiseRound& round);

/// Evaluates a part of the policy under the assumption that all expected repairs were made. An end
/// of the run in there is none of the dry run.
template <class Work>
void assume_repairs(RunState& run, const Work& work) {
    const Assumption assumption(run.expected);
    try {
        work();
    } catch (const FatalError&) { // NOLINT(bugprone-empty-catch)
    } catch (const Aborted&) {    // NOLINT(bugprone-empty-catch)
    }
}

/// The same for a part that a real run only reaches after it has repaired this promise.
template <class Work>
void follow_repair(PromiseRound& round, const Work& work) {
    if (!notes_followers(round.run())) return;
    const FollowCause cause{{name_of(round)}};
    assume_repairs(round.run(), [&] {
        round.run().expected.need(cause);
        work();
    });
}

} // namespace vow::cfengine
