#pragma once

#include "protocol/harness/record/transcript.h"

#include <iosfwd>

namespace vow::harness {

/// Plays the module of a recorded conversation until `terminate` or the end of input. A request
/// gets the recorded answer to the same request: the one with the same operation, type, promiser
/// and attributes. Repeated requests are answered in recorded order, then with the last answer. A
/// mask in the record matches any secret. An unrecorded request is answered with an error and a
/// critical log line.
void play(const Transcript& transcript, std::istream& requests, std::ostream& replies);

} // namespace vow::harness
