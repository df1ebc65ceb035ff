#pragma once

#include "agent/command_line/options.h"
#include "agent/run/session.h"
#include "agent/trace/slowest.h"
#include "agent/trace/timeline.h"
#include "agent/trace/trace_file.h"

#include <optional>

namespace vow::agent {

/// Measures a run for the options --trace, --slowest and --otlp. A run without them is not
/// measured.
class Measurements {
public:
    /// Borrows both. Throws UsageError if a file cannot be written.
    Measurements(const Options& options, Session& session);

    /// Prints what was slow, at the end of the run's other output.
    void show();
    /// Writes the trace, and sends traces and metrics. A server that does not take them delays the
    /// run by two seconds at most, and is one warning. Returns the exit status, given that of the
    /// run.
    int finish(int exit_status);

private:
    void send(const MeasuredRun& run);

    const MeasurementOptions& wanted_;
    bool prints_; ///< standard output is free
    Session& session_;
    RunDisplay& display_; ///< the session's
    std::optional<Slowest> slowest_;
    std::optional<Timeline> timeline_;
    std::optional<TraceFile> trace_file_;
};

} // namespace vow::agent
