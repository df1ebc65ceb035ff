#pragma once

#include "protocol/harness/dialogue.h"

namespace vow::agent {

/// Shows a conversation on standard output as it goes on: each line of the wire, and beside it what
/// it means.
class Screen {
public:
    /// `conversation` lives as long.
    explicit Screen(const harness::Conversation& conversation) : conversation_(conversation) {}

    /// Shows what was said since the last time; `answer` is what its end means.
    void show_new(const harness::Answer& answer);
    /// What was said since then is not shown.
    void pass_over_new() { shown_ = conversation_.lines().size(); }

private:
    const harness::Conversation& conversation_;
    std::size_t shown_ = 0;
};

} // namespace vow::agent
