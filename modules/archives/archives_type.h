#pragma once

#include "protocol/description/description.h"

namespace vow::modules {

PromiseTypeDescription archives_type();

} // namespace vow::modules
