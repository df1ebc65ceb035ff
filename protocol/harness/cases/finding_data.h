#pragma once

#include "protocol/data/data.h"
#include "protocol/harness/report.h"

namespace vow::harness {

// Findings as data, to leave a sandbox: a pass, or a violation with its text and details.

Data data_of(const Finding& finding);
Finding finding_from(const Data& data);

} // namespace vow::harness
