#pragma once

#include "policy/cfengine/evaluation/promise_run.h"

namespace vow::cfengine {

/// Keeps a `files` promise that has its lines edited: first without the edit, then the text is read
/// and edited in memory by the bundle, then it is put in place unless the file changed meanwhile.
Outcome keep_edited(PromiseRound& round, const PromiseType& type, Attributes attributes);

} // namespace vow::cfengine
