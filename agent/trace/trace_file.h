#pragma once

#include "agent/report/output.h"
#include "agent/trace/timeline.h"
#include "protocol/system/file_descriptor.h"

#include <string>

namespace vow::agent {

/// The file of `vow run --trace`, in the Trace Event Format that browsers and Perfetto read: one
/// lane for the evaluator and one for each process of a module. Slices that overlap without being
/// one in another, as those of resources that are deployed at once, get further lanes of the
/// evaluator.
class TraceFile {
public:
    /// `path` is "-" for standard output. Throws UsageError when it cannot be opened.
    explicit TraceFile(const std::string& path);

    void write(const MeasuredRun& run);
    /// Returns the exit status as Output::finished() does.
    int finished(int status);

private:
    std::string path_;
    FileDescriptor file_;
    Output output_;
};

// A run for OpenTelemetry, in the JSON of OTLP 1.x: opentelemetry.io/docs/specs/otlp.

/// The run as one trace: a span for the run itself, and below it those of its scopes, passes,
/// promises and module processes. The identifier of the trace is that of the run.
std::string trace_document(const MeasuredRun& run);

/// Duration and exit status of the run, its promises by result (`totals`), and the time that each
/// module took.
std::string metrics_document(const MeasuredRun& run, const Data& totals);

} // namespace vow::agent
