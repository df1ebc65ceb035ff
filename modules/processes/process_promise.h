#pragma once

#include "modules/processes/process_selection.h"
#include "modules/processes/process_signal.h"
#include "modules/sdk/cpp/range.h"
#include "protocol/promise/promise.h"
#include "protocol/text/regex.h"

#include <optional>
#include <string>
#include <vector>

namespace vow::modules {

/// A `process_count` body.
struct ProcessCount {
    Range range;
    std::vector<std::string> in_range, out_of_range; ///< classes
};

/// A `processes` promise, parsed from validated attributes.
struct ProcessPromise {
    Regex command; ///< matches part of the command line
    std::optional<ProcessSelection> selection = {};
    std::optional<ProcessCount> count = {};
    std::vector<ProcessSignal> signals = {};
    std::string stop = {};          ///< a command; may be empty
    std::string restart_class = {}; ///< may be empty

    bool sends(int signal) const;

    /// nullopt if the promiser is not a regular expression.
    static std::optional<ProcessPromise> from(const Promise& promise);
};

} // namespace vow::modules
