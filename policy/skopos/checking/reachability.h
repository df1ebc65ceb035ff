#pragma once

#include "policy/skopos/plan/plan.h"

#include <vector>

namespace vow::skopos {

/// The possible courses of a chain.
struct ChainPaths {
    std::vector<bool> is_reached; ///< by position: whether the step can begin
    bool can_pass = false;
    bool can_fail = false;
};

/// Follows the flow of a chain through everything that its steps can do.
ChainPaths paths_of(const Chain& chain, bool is_top);

} // namespace vow::skopos
