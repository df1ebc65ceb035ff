#pragma once

#include "protocol/harness/conversation.h"
#include "protocol/harness/record/transcript.h"
#include "protocol/harness/report.h"
#include "protocol/harness/subject.h"

namespace vow::harness {

/// Asks a module what was recorded, and compares: an entry for each request. What the answers mean
/// is compared (result, classes, log lines), not their bytes. Throws client::ModuleError when it
/// cannot be started.
Report
replay(const Subject& subject, const Transcript& transcript, Conversation::Milliseconds limit);

} // namespace vow::harness
