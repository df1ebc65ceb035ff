#pragma once

#include "protocol/data/data.h"

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <sys/types.h>

namespace vow::agent {

// The values of the history: runs as they are recorded and read. They hold no secrets: the recorder
// masks them first.

using RunTime = std::chrono::system_clock::time_point;

/// The process of a run, so that a run that goes on differs from one that was killed.
struct RunProcess {
    pid_t number = 0;
    std::int64_t start_ticks = 0; ///< in the kernel's units: process numbers are used again

    static RunProcess own();
    bool is_alive() const;
};

/// A promise, as it is found again in other runs.
struct RecordedPromise {
    std::string type;
    std::string promiser;
    std::string place = {}; ///< "/etc/vow/main.cf:6"; may be empty
};

/// One outcome of a run that is not `kept`.
struct RecordedOutcome {
    RecordedPromise promise;
    std::string bundle = {};
    std::string handle = {};
    int pass = 0;            ///< 0: the language has none
    std::string result;      ///< "repaired", "not_kept", ...: docs/commands.md, "Events"
    bool is_handled = false; ///< not kept, but its run succeeded all the same
    std::chrono::microseconds duration = {};
    std::optional<Data> reason = {}; ///< an object, of one that is not kept
    Data changes = {};               ///< an array; null without changes
};

/// Whether an outcome, recorded or packed, speaks against the run.
inline constexpr auto is_failure = [](const auto& outcome) {
    return outcome.result == "not_kept" && !outcome.is_handled;
};
/// A stored text as data; null for one that another program has written.
Data stored_data(std::string_view json);
/// The form of documented JSON (docs/commands.md, "History").
Data data_of(const RecordedOutcome& outcome);

/// How long a promise took, whatever came of it.
struct RecordedTiming {
    RecordedPromise promise;
    std::chrono::microseconds duration = {};
};

/// A part of a run that took time: a scope, a pass of one, or a process of a module.
struct RecordedSpan {
    std::string kind;                     ///< "bundle", "step", "resource", "pass" or "module"
    std::string name;                     ///< of a module the type of its promises
    std::size_t lane = 0;                 ///< 0: the evaluator; else a process of a module, from 1
    std::string result = {};              ///< of a scope the worst of its promises; may be empty
    std::chrono::microseconds begin = {}; ///< after that of the run
    std::chrono::microseconds duration = {};
};

/// A run without its outcomes.
struct RecordedRun {
    std::int64_t number = 0;
    RunTime started = {};
    std::optional<RunTime> finished = {}; ///< nullopt: it still runs, or was killed
    Data start = {};                      ///< the members of the event `start`
    RunProcess process = {};
    std::optional<int> exit_status = {};
    std::optional<Data> totals = {}; ///< an object; those that were not counted are absent
    std::int64_t omitted = 0;        ///< outcomes beyond the space of one run

    std::string policy() const;
    std::string text(std::string_view member) const; ///< of `start`; empty if it is not a text
    bool is_running() const { return !finished && process.is_alive(); }
    /// Ended by a signal or a power cut, without a last word.
    bool is_unfinished() const { return !finished && !process.is_alive(); }
    bool has_failed() const { return exit_status && *exit_status != 0; }
};

} // namespace vow::agent
