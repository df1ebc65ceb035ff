#pragma once

#include "policy/cfengine/promises/promise_run.h"

namespace vow::cfengine {

/// Whether a `files` promise has its text edited or rendered here, beside what its keeper does.
bool edits_text(const PromiseRound& round);

/// Keeps such a promise in steps. With `edit_line` or a CFEngine template: without the edit, then
/// the text is read and edited in memory by the bundle, then it is put in place unless the file
/// changed meanwhile. With a Mustache template: the rendered text is the file's.
Outcome keep_edited(PromiseRound& round, const PromiseType& type, const Attributes& attributes);

} // namespace vow::cfengine
