#pragma once

#include "agent/history/run_record.h"

#include <string>
#include <vector>

namespace vow::agent {

/// All that a report on a run shows.
struct RunReport {
    RecordedRun run;
    std::vector<std::string> errors = {};       ///< of no promise
    std::vector<RecordedOutcome> outcomes = {}; ///< failures first
    std::vector<RecordedTiming> timings = {};
    std::vector<RecordedSpan> timeline = {}; ///< by their begin
    std::vector<RecordedRun> recent = {}; ///< of the same policy up to this one, the oldest first
};

/// A page for a browser: one file without outside resources, which works without scripts. Texts of
/// policies and modules are data in it, never markup. It stays below 5 MB: beyond, it leaves out
/// diffs, then outcomes, and states how many.
std::string html_page(const RunReport& report);

/// A summary in Markdown, in which these texts are data as well.
std::string markdown_text(const RunReport& report);

/// A test case for each promise that did not stay as it was, and for each other that took part.
std::string junit_of_run(const RunReport& report);

/// The figures of runs, one for each policy, in the text format of Prometheus.
std::string prometheus_text(const std::vector<RecordedRun>& runs);

} // namespace vow::agent
