#pragma once

#include <cstddef>
#include <optional>
#include <string>

namespace vow::harness {

/// The resources of a process, for comparison with a later moment.
struct Footprint {
    std::size_t memory;      ///< resident, in bytes
    std::size_t descriptors; ///< open files
};

/// nullopt if the process does not exist, or cannot be inspected.
std::optional<Footprint> footprint_of(int process);

/// Changes whenever the process has done anything; empty while it is busy.
std::string trace_of(int process);

} // namespace vow::harness
