#pragma once

#include "policy/run/observer.h"

#include <string>

namespace vow::skopos {

/// Passes on the events of a script or plugin. Lines of its output get the id of its step in front;
/// errors are only remembered, as the end of the step reports them.
class ActionObserver final : public Observer {
public:
    ActionObserver(Observer& observer, std::string id) : observer_(observer), id_(std::move(id)) {}

    void receive(const Event& event) override;
    LogLevel log_level() const override { return observer_.log_level(); }
    bool wants_details() const override { return observer_.wants_details(); }

    const std::string& first_error() const { return first_error_; }

private:
    void receive_line(const LogLine& line);

    Observer& observer_;
    std::string id_;
    std::string first_error_;
};

} // namespace vow::skopos
