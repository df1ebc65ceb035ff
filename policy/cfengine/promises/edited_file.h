#pragma once

#include "policy/cfengine/promises/promise_round.h"

namespace vow::cfengine {

/// Whether the text of a `files` promise is edited or rendered here, in addition to what its
/// module does.
bool edits_text(const PromiseRound& round);

/// Keeps such a promise in steps; its verdicts are those of all steps. With `edit_line` or a
/// CFEngine template: without the edit, then a bundle edits the text in memory, then the module
/// saves it unless the file has changed in between. With a Mustache template: the rendered text
/// is the whole file.
Outcome keep_edited(PromiseRound& round, const Promise& promise);

} // namespace vow::cfengine
