#pragma once

#include "protocol/description/secrets.h"
#include "protocol/harness/request.h"

namespace vow::harness {

/// Notes the values of a promise that the description, as the module sent it, marks as secret, or
/// that may be secret if it cannot be read.
void note_secrets(Secrets& secrets, const SentPromise& sent, const Data& description);

} // namespace vow::harness
