#pragma once

#include "agent/command_line/options.h"
#include "agent/review/reading.h"

namespace vow::agent {

/// `vow history`, `vow status` and `vow report`: shows what runs have left in the state database,
/// changes nothing. Returns the exit status. Throws UsageError for a run that is not there, and for
/// a history that cannot be read.
int review_history(const Options& options);

// The commands that read the history. Each prints its answer, and returns the exit status.

/// `vow history`: one line a run.
int list_runs(const Options& options, Reading& history);
/// `vow history show`: what a run did.
int show_run(const Options& options, Reading& history);
/// `vow history diff`: outcomes and changes of which only one of two runs has.
int show_difference(const Options& options, Reading& history);
/// `vow history promise`: when a promise changed something, whether it flaps or fights another.
int show_promise(const Options& options, Reading& history);
/// `vow status`: whether the last run of each policy was good.
int show_status(const Options& options, Reading& history);
/// `vow report`: a run as a page, or for programs.
int write_report(const Options& options, Reading& history);

} // namespace vow::agent
