#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace vow::harness {

/// The processes of this parent, those that have ended and were not waited for included.
std::vector<int> children_of(int parent);

/// Whether there is such a process, and it has not ended.
bool lives(int process);

/// The words it was started with; empty: there is no such process.
std::string command_of(int process);

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
