#pragma once

#include "policy/run/source_reader.h"
#include "policy/skopos/values/descriptors.h"

#include <optional>
#include <string>
#include <vector>

namespace vow::skopos {

/// The files of a deployment beside its plan, and the variables of the command line.
struct DescriptorFiles {
    std::string model = {}; ///< may be empty
    std::vector<std::string> targets = {};
    Descriptors::Variables variables = {};
};

/// Reads model and targets, merges the targets, and replaces references to variables. Throws
/// UsageError for a file that cannot be read. Adds diagnostics for other mistakes.
Descriptors read_descriptors(
    const DescriptorFiles& files, HostFiles& host, Sources& sources, Diagnostics& diagnostics
);

} // namespace vow::skopos
