#pragma once

#include "protocol/promise/outcome.h"

#include <stdexcept>
#include <string>
#include <utility>

namespace vow::client {

/// A module broke the protocol, died, or took too long: the exchange under way cannot go on, and
/// its process is of no more use. ModuleHost makes it that promise's outcome.
class ModuleError : public std::runtime_error {
public:
    enum class Cause {
        protocol,    ///< it said what it must not, or nothing where it must
        limit,       ///< it took too long or said too much
        gone,        ///< it ended by itself
        not_started, ///< there was nothing to start
        asked,       ///< the agent ended it: cancelled, or interrupted by a signal
    };

    /// `what` is about the module; `advice` is a sentence of its own, or empty.
    ModuleError(Cause cause, const std::string& what, std::string advice = {})
        : std::runtime_error(what),
          cause_(cause),
          advice_(std::move(advice)) {}

    Cause cause() const { return cause_; }
    /// What was expected instead, or can be done about it.
    const std::string& advice() const { return advice_; }
    Verdicts verdicts() const {
        if (cause_ == Cause::limit) return {Verdict::timed_out, Verdict::error};
        return {Verdict::error};
    }

private:
    Cause cause_;
    std::string advice_;
};

} // namespace vow::client
