#pragma once

#include "protocol/harness/record/transcript.h"

#include <iosfwd>

namespace vow::harness {

/// Plays the module of a recorded conversation until it is told to terminate or input ends. A
/// request is answered as the same one was: what makes it the same is its operation, type, promiser
/// and attributes. One that came several times is answered in that order, then as the last time.
/// A mask in the record stands for whatever secret is asked with. What was never recorded is an
/// error, with a critical log line.
void play(const Transcript& transcript, std::istream& requests, std::ostream& replies);

} // namespace vow::harness
