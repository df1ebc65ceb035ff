#pragma once

#include "protocol/description/description.h"

namespace vow::modules {

/// The description of `files` promises.
PromiseTypeDescription files_type();

} // namespace vow::modules
