#pragma once

#include "protocol/harness/conversation.h"
#include "protocol/harness/record/transcript.h"
#include "protocol/harness/report.h"
#include "protocol/harness/subject.h"

namespace vow::harness {

/// Sends the recorded requests to a module and compares the answers: one entry for each request.
/// Compares result, classes and log lines, not bytes. Throws client::ModuleError when the module
/// cannot be started.
Report
replay(const Subject& subject, const Transcript& transcript, Conversation::Milliseconds limit);

} // namespace vow::harness
