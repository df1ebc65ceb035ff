#pragma once

#include "policy/run/observer.h"

#include <string>

namespace vow::tests {

/// An event with all its fields, in one line.
std::string event_text(const Event& event);

/// Records the text of each event that it receives.
class RecordingObserver : public Observer {
public:
    LogLevel log_level() const override { return LogLevel::debug; }
    bool wants_details() const override { return true; }
    void receive(const Event& event) override { text_ += event_text(event) + "\n"; }

    /// A line for each event.
    const std::string& text() const { return text_; }

private:
    std::string text_;
};

} // namespace vow::tests
