#pragma once

#include "modules/processes/process_selection.h"
#include "modules/sdk/cpp/log.h"
#include "modules/sdk/cpp/range.h"
#include "protocol/promise/pattern.h"
#include "protocol/promise/promise.h"

#include <optional>
#include <string>
#include <vector>

namespace vow::modules {

/// A `process_count` body.
struct ProcessCount {
    Range range;
    std::vector<std::string> in_range, out_of_range; ///< classes
};

/// A signal to send, or a pause before the next one.
struct ProcessSignal {
    enum class Kind { send, pause };

    Kind kind;
    int number;       ///< of the signal, or of seconds
    std::string name; ///< as promised
};

/// A `processes` promise, read.
struct ProcessPromise {
    Pattern command; ///< somewhere in the command line
    std::optional<ProcessSelection> selection = {};
    std::optional<ProcessCount> count = {};
    std::vector<ProcessSignal> signals = {};
    std::string stop = {};          ///< a command; empty: none
    std::string restart_class = {}; ///< empty: none

    bool sends(int signal) const;

    /// None when it makes no sense; errors say why.
    static std::optional<ProcessPromise> from(const Promise& promise, Log& log);
};

} // namespace vow::modules
