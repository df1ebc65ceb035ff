#pragma once

#include "modules/files/obstruction.h"

namespace vow::modules {

/// Makes `file` another name of the plain file `source`.
void keep_hard_link(
    const std::string& source, const NamedFile& file, Obstructions obstructions, Record& record
);

} // namespace vow::modules
