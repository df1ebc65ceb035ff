#pragma once

#include "policy/otterscript/run/execution.h"
#include "policy/run/observer.h"
#include "policy/run/scheduler.h"

#include <list>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace vow::otterscript {

/// Keeps the events of an async block until it is awaited, so that they come in the order in which
/// the blocks began.
class EventBuffer final : public Observer {
public:
    explicit EventBuffer(const Observer& outer) : outer_(outer) {}

    LogLevel log_level() const override { return outer_.log_level(); }
    bool wants_details() const override { return outer_.wants_details(); }
    bool wants_scopes() const override { return outer_.wants_scopes(); }
    bool wants_skipped() const override { return outer_.wants_skipped(); }
    void receive(const Event& event) override { events_.emplace_back(event); }

    void send_to(Observer& observer) {
        for (const StoredEvent& event : std::exchange(events_, {}))
            event.send_to(observer);
    }

private:
    const Observer& outer_;
    std::vector<StoredEvent> events_;
};

/// An async block that has begun and was not awaited. It runs in an executor and a task of its own.
struct Child {
    explicit Child(const Observer& outer) : events(outer) {}

    std::string token;
    EventBuffer events;
    Status status = Status::normal;
    enum class End { none, done, fatal };
    End end = End::none;
    WaitingTasks ended = {};
};

/// The async blocks of an executor, in the order in which they began.
struct Children {
    std::list<std::unique_ptr<Child>> waiting = {}; ///< not awaited yet
    std::vector<ChildTask> tasks = {};              ///< of all; they end before `waiting`
};

} // namespace vow::otterscript
