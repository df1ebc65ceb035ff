#pragma once

namespace vow::agent {

/// The exit statuses of `vow` (docs/commands.md). After signal N it is 128+N.
enum class ExitStatus : int {
    success = 0,         ///< every promise kept or repaired
    not_kept = 1,        ///< some promise was not kept, or an error was logged
    usage = 2,           ///< the command line is wrong
    policy_errors = 3,   ///< the policy is faulty; nothing ran
    aborted = 4,         ///< by the policy itself
    waiting = 5,         ///< at a gate of the policy
    busy = 6,            ///< another run holds the work folder; nothing ran
    stale = 7,           ///< of `vow status`: the last run is unfinished, too old, or absent
    nothing_fetched = 8, ///< a repository of releases could not be read
    untrusted = 9,       ///< its content is not to be trusted
    changes = 10,        ///< with --detailed-exitcode: a dry run found changes to make
    fault = 70           ///< an internal error
};

constexpr int number_of(ExitStatus status) {
    return static_cast<int>(status);
}
constexpr int ended_by_signal(int signal) {
    return 128 + signal;
}

} // namespace vow::agent
