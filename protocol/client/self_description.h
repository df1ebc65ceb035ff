#pragma once

#include "protocol/client/module_error.h"
#include "protocol/description/description_source.h"
#include "protocol/wire/message.h"

namespace vow::client {

/// What a module's answer to `describe` tells of it.
Described description_in(const wire::Reply& reply);

/// For a module that could not be asked, or did not come to an answer.
Described not_described(const ModuleError& error);

} // namespace vow::client
