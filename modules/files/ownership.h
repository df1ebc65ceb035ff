#pragma once

#include "protocol/promise/record.h"

#include <string>
#include <vector>

namespace vow::modules {

/// Makes one of `owners` and one of `groups` own the file at `path`; an empty list allows any. Does
/// not follow links.
void keep_ownership(
    const std::vector<std::string>& owners,
    const std::vector<std::string>& groups,
    const std::string& path,
    Record& record
);

} // namespace vow::modules
