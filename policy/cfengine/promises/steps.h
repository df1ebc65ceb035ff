#pragma once

#include "policy/cfengine/promises/promise_run.h"

namespace vow::cfengine {

/// Keeps a promise, in several steps where one question to its keeper is not enough: `commands`
/// whose output the agent reads, `files` that is edited. The worst verdict of the steps is the
/// promise's.
Outcome keep_in_steps(PromiseRound& round, const PromiseType& type, Attributes attributes);

} // namespace vow::cfengine
