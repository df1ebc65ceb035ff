#pragma once

#include "protocol/description/description.h"

#include <string>
#include <vector>

namespace vow::modules {

/// The pattern of the modes that mode_change_from() reads: "644", "u+rw,go=r".
std::string mode_pattern();

/// The attributes of `files` promises that are bodies, with their own attributes.
std::vector<AttributeDescription> file_bodies();

} // namespace vow::modules
