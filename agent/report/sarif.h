#pragma once

#include "protocol/data/data.h"

#include <string_view>

namespace vow::agent {

/// The mistakes of checked policies, in the JSON form of data_of(), as a document of SARIF 2.1.0,
/// the format of code scanners: one run, a rule for each kind of mistake, a result for each
/// mistake. `version` is that of vow. A place that is not known is left out.
/// Source: https://docs.oasis-open.org/sarif/sarif/v2.1.0/
Data sarif_of(const Data::Array& mistakes, std::string_view version);

} // namespace vow::agent
