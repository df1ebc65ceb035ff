#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace vow::harness {

/// The processes of a group that have not ended, its leader left out.
std::vector<int> living_members_of_group(int group);

/// What a process takes up, for comparison with a later moment.
struct Footprint {
    std::size_t memory;      ///< resident, in bytes
    std::size_t descriptors; ///< open files
};

/// None: there is no such process, or it may not be looked at.
std::optional<Footprint> footprint_of(int process);

/// Changes whenever the process has done anything; empty when it is at work just now.
std::string trace_of(int process);

} // namespace vow::harness
