#pragma once

#include "protocol/promise/outcome.h"

#include <stdexcept>
#include <string>

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

    ModuleError(Cause cause, const std::string& message)
        : std::runtime_error(message),
          cause_(cause) {}

    Cause cause() const { return cause_; }
    Verdicts verdicts() const {
        if (cause_ == Cause::limit) return {Verdict::timed_out, Verdict::error};
        return {Verdict::error};
    }

private:
    Cause cause_;
};

} // namespace vow::client
