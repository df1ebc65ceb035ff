#pragma once

#include "protocol/description/description.h"
#include "protocol/harness/cases/case_file.h"

#include <string>
#include <vector>

namespace vow::harness {

/// The described attributes, values and usual results that no case has: "attribute 'mode'",
/// "'state' with 'absent'", "result 'kept'". Types without a case count as a whole.
std::vector<std::string>
untouched_by(const std::vector<Case>& cases, const Description& description);

} // namespace vow::harness
