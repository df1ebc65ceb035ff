#pragma once

#include "protocol/promise/outcome.h"

#include <stdexcept>
#include <string>
#include <utility>

namespace vow::client {

/// A module broke the protocol, died, or took too long: the current exchange cannot go on, and its
/// process is not used again. ModuleHost turns it into the promise's outcome.
class ModuleError : public std::runtime_error {
public:
    enum class Cause {
        protocol,    ///< it sent something forbidden, or omitted something required
        limit,       ///< it took too long or sent too much
        gone,        ///< it exited on its own
        not_started, ///< nothing could be started
        no_room,     ///< the limit of descriptors or processes is reached
        requested,   ///< the agent ended it: cancelled, or interrupted by a signal
    };

    /// `what` is about the module; `advice` is a separate sentence, or empty.
    ModuleError(Cause cause, const std::string& what, std::string advice = {})
        : std::runtime_error(what),
          cause_(cause),
          advice_(std::move(advice)) {}

    Cause cause() const { return cause_; }
    /// Names the expected behaviour, or a remedy for the user.
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
