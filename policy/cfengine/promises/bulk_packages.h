#pragma once

#include "policy/cfengine/promises/completion.h"
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

} // namespace vow::cfengine
