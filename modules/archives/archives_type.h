#pragma once

#include "protocol/description/description.h"

namespace vow::modules {

PromiseTypeDescription archives_type();
PromiseTypeDescription archive_type();

} // namespace vow::modules
