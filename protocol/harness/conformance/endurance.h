#pragma once

#include "protocol/harness/dialogue.h"
#include "protocol/harness/footprint.h"

#include <string>
#include <vector>

namespace vow::harness {

/// A long conversation.
struct EnduranceSettings {
    SentPromise promise;
    enum class Operations { validate, validate_and_evaluate };
    Operations operations = Operations::validate;
    std::size_t requests = 0; ///< at most; slow modules get fewer
    /// Promises about a file below this folder are sent for a new file each time, so that each is
    /// repaired. Empty if there is none.
    std::string scratch = {};
};

/// Results of thousands of requests to a module.
struct Endurance {
    std::size_t promises = 0;         ///< between the first and the last footprint
    std::size_t promises_at_once = 0; ///< between two footprints
    bool was_answered = true;
    /// At equal distances, the first after a while; fewer than five if the process could not be
    /// inspected.
    std::vector<Footprint> footprints = {};
};

/// True if a number grew by at least this much between all footprints, so that it is likely to go
/// on: a garbage collector lets memory grow, too, but pauses in between.
bool keeps_growing(const Endurance& endurance, std::size_t Footprint::*number, std::size_t least);

/// The least growth of memory between two footprints that counts: 64 bytes a promise, unless that
/// is too little to distinguish from noise.
std::size_t least_memory_growth(const Endurance& endurance);

/// Sends the promises after an exchange of headers. Growing memory is confirmed by as many promises
/// again, since programs also grow while they warm up.
Endurance endure(Dialogue& dialogue, const EnduranceSettings& settings);

} // namespace vow::harness
