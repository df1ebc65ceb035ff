#pragma once

#include "policy/run/event.h"

namespace vow {

/// Receives the events of a run, in order. Console, JSON events, report and history are observers.
/// An observer cannot change the run.
class Observer {
public:
    virtual ~Observer() = default;

    virtual void receive(const Event& event) = 0;

    /// Log lines below this level need not be sent. Called often: keep it cheap.
    virtual LogLevel log_level() const { return LogLevel::critical; }
    /// Whether scopes, skipped promises, classes and variables need to be sent.
    virtual bool wants_details() const { return false; }

    bool wants(LogLevel level) const { return level <= log_level(); }
};

} // namespace vow
