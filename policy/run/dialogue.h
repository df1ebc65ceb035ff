#pragma once

#include "policy/run/answer.h"

#include <chrono>
#include <functional>
#include <string>
#include <string_view>

namespace vow {

/// Lets others work while an answer is awaited. May throw, which ends the dialogue.
using Pause = std::function<void()>;

/// A program of this machine that answers each line with a line. It ends with this object.
class Dialogue {
public:
    Dialogue() = default;
    Dialogue(const Dialogue&) = delete;
    Dialogue& operator=(const Dialogue&) = delete;
    virtual ~Dialogue() = default;

    /// Sends `line`, which has no line end, and returns the next line of the program. The reason is
    /// for a program that has ended or does not answer within `limit`; it gets no line after that.
    /// Until the answer arrives, calls `pause` repeatedly, or blocks if `pause` is empty.
    virtual Answer<std::string>
    exchange(std::string_view line, std::chrono::milliseconds limit, const Pause& pause) = 0;
    /// Returns and clears what the program wrote to standard error; the end of it if it is long.
    virtual std::string take_errors() = 0;
};

} // namespace vow
