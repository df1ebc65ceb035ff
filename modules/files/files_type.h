#pragma once

#include "protocol/description/description.h"

namespace vow::modules {

/// What a `files` promise may say.
PromiseTypeDescription files_type();

} // namespace vow::modules
