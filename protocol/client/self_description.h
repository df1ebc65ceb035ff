#pragma once

#include "protocol/client/module_error.h"
#include "protocol/description/description_source.h"
#include "protocol/wire/message.h"

namespace vow::client {

/// Reads the description from a module's reply to `describe`.
DescriptionResult description_in(const wire::Reply& reply);

/// For a module that did not reply to `describe`.
DescriptionResult not_described(const ModuleError& error);

} // namespace vow::client
