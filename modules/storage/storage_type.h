#pragma once

#include "protocol/description/description.h"

namespace vow::modules {

PromiseTypeDescription storage_type();

} // namespace vow::modules
