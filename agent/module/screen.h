#pragma once

#include "protocol/description/secrets.h"
#include "protocol/harness/dialogue.h"

namespace vow::agent {

/// Shows a conversation on standard output as it goes on: each line, and its meaning beside it.
class Screen {
public:
    /// `conversation` must outlive this object.
    explicit Screen(const harness::Conversation& conversation) : conversation_(conversation) {}

    /// Shows the lines since the last call; `answer` gives the meaning of the last ones.
    void show_new(const harness::Answer& answer);
    /// Values that have a mask in all that is shown from here on.
    Secrets& secrets() { return secrets_; }
    /// Skips the lines since the last call.
    void skip_new() { shown_ = conversation_.lines().size(); }

private:
    const harness::Conversation& conversation_;
    std::size_t shown_ = 0;
    Secrets secrets_ = {};
};

} // namespace vow::agent
