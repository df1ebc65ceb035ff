#pragma once

#include "modules/processes/process_selection.h"
#include "modules/processes/process_signal.h"
#include "modules/sdk/cpp/range.h"
#include "protocol/promise/promise.h"
#include "protocol/text/pattern.h"

#include <optional>
#include <string>
#include <vector>

namespace vow::modules {

/// A `process_count` body.
struct ProcessCount {
    Range range;
    std::vector<std::string> in_range, out_of_range; ///< classes
};

/// A `processes` promise, read from attributes that were found valid.
struct ProcessPromise {
    Pattern command; ///< somewhere in the command line
    std::optional<ProcessSelection> selection = {};
    std::optional<ProcessCount> count = {};
    std::vector<ProcessSignal> signals = {};
    std::string stop = {};          ///< a command; empty: none
    std::string restart_class = {}; ///< empty: none

    bool sends(int signal) const;

    /// None: the promiser is no regular expression.
    static std::optional<ProcessPromise> from(const Promise& promise);
};

} // namespace vow::modules
