#pragma once

#include "modules/processes/process_selection.h"
#include "modules/sdk/cpp/range.h"
#include "protocol/promise/promise.h"
#include "protocol/text/regex.h"

#include <optional>
#include <string>
#include <vector>

namespace vow::modules {

/// A signal to send, or a pause before the next one.
struct ProcessSignal {
    enum class Kind { send, pause };

    Kind kind;
    int number;       ///< of the signal, or of seconds
    std::string name; ///< as promised

    /// `word` matches signal_pattern().
    static ProcessSignal from(const std::string& word);
};

/// "term" and "TERM"; "5" and "5s" are pauses.
std::string signal_pattern();

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
