#pragma once

#include "protocol/promise/record.h"

#include <string>
#include <vector>

namespace vow::modules {

/// Has one of `owners`, and one of `groups`, own the file at `path`; an empty list says nothing.
/// Links are not followed.
void keep_ownership(
    const std::vector<std::string>& owners,
    const std::vector<std::string>& groups,
    const std::string& path,
    Record& record
);

} // namespace vow::modules
