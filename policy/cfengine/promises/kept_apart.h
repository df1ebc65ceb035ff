#pragma once

#include "policy/cfengine/promises/completion.h"
#include "policy/cfengine/promises/promise_round.h"
#include "protocol/promise/promise.h"

#include <memory>

namespace vow::cfengine {

/// Whether a promise has a package method that changes packages in bulk.
bool changes_in_bulk(const Promise& promise);

/// Has the module schedule what the promise needs. If something is scheduled, the promise is
/// finished at the end of its section, otherwise at once.
void keep_in_bulk(
    PromiseRound& round, Promise promise, const std::shared_ptr<Completion>& completion
);

/// Whether the text of a `files` promise is edited or rendered here, in addition to what its
/// module does.
bool edits_text(const PromiseRound& round);

/// Keeps such a promise in steps; its verdicts are those of all steps. With `edit_line` or a
/// CFEngine template: without the edit, then a bundle edits the text in memory, then the module
/// saves it unless the file has changed in between. With a Mustache template: the rendered text
/// is the whole file.
Outcome keep_edited(PromiseRound& round, const Promise& promise);

/// Whether a bundle is promised for the home directory of a new user.
bool fills_home(const PromiseRound& round);

/// Keeps such a `users` promise, and calls the bundle if the account did not exist before. An error
/// in the bundle is logged; the account counts as created (host types, 5.3).
Outcome keep_with_home(PromiseRound& round, Promise promise);

} // namespace vow::cfengine
