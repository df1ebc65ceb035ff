#pragma once

#include <string>

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

} // namespace vow::modules
