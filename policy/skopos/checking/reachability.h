#pragma once

#include "policy/skopos/plan/plan.h"

#include <optional>
#include <vector>

namespace vow::skopos {

/// The possible courses of a chain.
struct ChainPaths {
    std::vector<bool> is_reached; ///< by position: whether the step can begin
    bool can_pass = false;
    bool can_fail = false;
    /// By position: the steps that can follow each one that is reached.
    std::vector<std::vector<std::size_t>> followers = {};
    std::vector<bool> can_end = {}; ///< by position: whether the chain can end after the step
};

/// Follows the flow of a chain through everything that its steps can do.
ChainPaths paths_of(const Chain& chain, bool is_top);

/// The first step of a chain from which no flow leads to an end; nullopt without one.
std::optional<std::size_t> endless_step(const Chain& chain, bool is_top);

} // namespace vow::skopos
