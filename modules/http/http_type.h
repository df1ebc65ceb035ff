#pragma once

#include "protocol/description/description.h"

namespace vow::modules {

/// What can be promised of type `http`.
PromiseTypeDescription http_type();

} // namespace vow::modules
