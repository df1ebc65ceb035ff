#pragma once

#include "protocol/harness/conversation.h"
#include "protocol/harness/record/transcript.h"
#include "protocol/harness/report.h"
#include "protocol/harness/subject.h"

#include <iosfwd>

namespace vow::harness {

/// Plays the module of a recorded conversation until `terminate` or the end of input. A request
/// gets the recorded answer to the same request: the one with the same operation, type, promiser
/// and attributes. Repeated requests are answered in recorded order, then with the last answer. A
/// mask in the record matches any secret. An unrecorded request is answered with an error and a
/// critical log line.
void play(const Transcript& transcript, std::istream& requests, std::ostream& replies);

/// Sends the recorded requests to a module and compares the answers: one entry for each request.
/// Compares result, classes and log lines, not bytes. Throws client::ModuleError when the module
/// cannot be started.
Report
replay(const Subject& subject, const Transcript& transcript, Conversation::Milliseconds limit);

} // namespace vow::harness
