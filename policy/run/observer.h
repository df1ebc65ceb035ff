#pragma once

#include "policy/run/event.h"

#include <functional>

namespace vow {

/// Receives the events of a run, in order. Console, JSON events, report and history are observers.
/// An observer cannot change the run.
class Observer {
public:
    virtual ~Observer() = default;

    virtual void receive(const Event& event) = 0;

    /// Log lines below this level need not be sent. Called often: keep it cheap.
    virtual LogLevel log_level() const { return LogLevel::critical; }
    /// Whether scopes, classes and variables need to be sent, and skipped promises.
    virtual bool wants_details() const { return false; }
    /// Whether scopes and the processes of modules need to be sent, be it without other details.
    virtual bool wants_scopes() const { return wants_details(); }
    /// Whether skipped promises need to be sent, be it only to be counted. Those that are skipped
    /// as repeated are details.
    virtual bool wants_skipped() const { return wants_details(); }

    bool wants(LogLevel level) const { return level <= log_level(); }
};

/// An event that owns the things it refers to, so that it can be sent later.
class StoredEvent {
public:
    explicit StoredEvent(const Event& event);

    void send_to(Observer& observer) const { send_(observer); }

private:
    std::function<void(Observer&)> send_;
};

} // namespace vow
