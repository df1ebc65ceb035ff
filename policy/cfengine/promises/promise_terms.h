#pragma once

#include "policy/cfengine/promises/promise_run.h"

namespace vow::cfengine {

/// Whether a round may go ahead: no equal promise was kept in this run, and its lock, if locks are
/// used, was taken. When it was, finish() gives it back.
bool begin(PromiseRound& round, std::uint64_t identity);
void finish(PromiseRound& round, std::uint64_t identity);

/// What the `action` body and the command line say of how to keep the promise.
Terms terms_of(PromiseRound& round);

} // namespace vow::cfengine
