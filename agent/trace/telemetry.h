#pragma once

#include "agent/trace/timeline.h"

#include <string>

namespace vow::agent {

// A run for OpenTelemetry, in the JSON of OTLP 1.x: opentelemetry.io/docs/specs/otlp.

/// The run as one trace: a span for the run itself, and below it those of its scopes, passes,
/// promises and module processes. The identifier of the trace is that of the run.
std::string trace_document(const MeasuredRun& run);

/// Duration and exit status of the run, its promises by result (`totals`), and the time that each
/// module took.
std::string metrics_document(const MeasuredRun& run, const Data& totals);

} // namespace vow::agent
