#pragma once

#include "modules/files/obstruction.h"

namespace vow::modules {

/// Makes `path` another name of the plain file `source`.
void keep_hard_link(
    const std::string& source, const std::string& path, Obstructions obstructions, Record& record
);

} // namespace vow::modules
