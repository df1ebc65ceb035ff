#pragma once

#include "protocol/description/description.h"

#include <vector>

namespace vow::modules {

/// The attributes of `files` promises that are bodies, with their own attributes.
std::vector<AttributeDescription> file_bodies();

} // namespace vow::modules
