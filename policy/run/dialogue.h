#pragma once

#include "policy/run/answer.h"

#include <chrono>
#include <functional>
#include <span>
#include <string>
#include <string_view>

#include <poll.h>

namespace vow {

/// Lets others work until one of the descriptors is ready, as poll() has it, or the time has come.
/// May return earlier. May throw, which ends the dialogue.
using Pause = std::function<
    void(std::span<const pollfd> descriptors, std::chrono::steady_clock::time_point until)>;

/// A program of this machine that answers each line with a line. It ends with this object.
class Dialogue {
public:
    Dialogue() = default;
    Dialogue(const Dialogue&) = delete;
    Dialogue& operator=(const Dialogue&) = delete;
    virtual ~Dialogue() = default;

    /// Sends `line`, which has no line end, and returns the next line of the program. The reason is
    /// for a program that has ended or does not answer within `limit`; it gets no line after that.
    /// Until the answer arrives, waits by `pause`, or blocks if `pause` is empty.
    virtual Answer<std::string>
    exchange(std::string_view line, std::chrono::milliseconds limit, const Pause& pause) = 0;
    /// Returns and clears what the program wrote to standard error; the end of it if it is long.
    virtual std::string take_errors() = 0;
};

} // namespace vow
