#pragma once

#include "policy/run/observer.h"

#include <vector>

namespace vow::agent {

/// Several observers as one. Every event goes to all of them; each decides what it shows.
class Observers : public Observer {
public:
    /// Borrows the observer.
    void add(Observer& observer);

    void receive(const Event& event) override;
    LogLevel log_level() const override { return level_; }
    void set_log_level(LogLevel level) { level_ = level; }
    bool wants_details() const override { return wants_details_; }

private:
    std::vector<Observer*> all_;
    LogLevel level_ = LogLevel::notice;
    bool wants_details_ = false;
};

} // namespace vow::agent
