#pragma once

#include "agent/history/run_record.h"

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace vow::agent {

// Runs, outcomes and changes in words, for the console, pages and documents alike. The texts hold
// what modules and policies have written: who prints them escapes them.

/// "2026-11-26 05:18:59", in the time zone of this machine.
std::string local_time(RunTime time);
/// "2026-11-26T05:18:59Z".
std::string utc_time(RunTime time);
/// "0.12 s", "3 min 5 s", "2 h 10 min", "3 d 4 h".
std::string duration_text(std::chrono::microseconds duration);

/// As that, in whole seconds: "5 s".
std::string whole_seconds_text(std::chrono::seconds age);

/// How a run ended: "good", "not kept", "unfinished", "running", "ended by SIGTERM", ...
std::string state_of(const RecordedRun& run);
/// "3 kept, 1 repaired, 0 not kept, 2 skipped"; empty for a run without totals.
std::string totals_text(const RecordedRun& run);
/// nullopt if it was not counted.
std::optional<std::int64_t> total_of(const RecordedRun& run, std::string_view name);
/// nullopt for a run that has not finished.
std::optional<std::chrono::microseconds> duration_of(const RecordedRun& run);

/// "files '/etc/motd'", and " (main.cf:4)" if the place is known.
std::string title_of(const RecordedPromise& promise);
/// "not kept" for "not_kept".
std::string words_of_result(std::string_view result);
/// Why it is not kept; may be empty.
std::string reason_text(const RecordedOutcome& outcome);
/// One line: "~ /etc/motd  mode 0600 -> 0644".
std::string change_text(const Data& change);
/// The unified diff of a change; empty without one.
std::string_view diff_of(const Data& change);
/// Its lines after the two that name the file, as the change does so already. Views of the diff.
std::vector<std::string_view> diff_lines_of(const Data& change);

/// The form of documented JSON (docs/commands.md, "History").
Data data_of(const RecordedRun& run);

/// The promises that took the most time, the slowest first.
std::vector<RecordedTiming> slowest(std::vector<RecordedTiming> timings, std::size_t count);

/// The promises of one type together.
struct TypeTiming {
    std::string type;
    std::size_t promises = 0;
    std::chrono::microseconds duration = {};
};

/// The types of promises, so the modules, that took the most time, the slowest first.
std::vector<TypeTiming>
slowest_types(const std::vector<RecordedTiming>& timings, std::size_t count);

/// "files, 3 promises".
std::string title_of(const TypeTiming& type);

} // namespace vow::agent
