#pragma once

#include "policy/otterscript/run/executor.h"
#include "policy/run/stored_event.h"

#include <utility>

namespace vow::otterscript {

/// Keeps the events of an async block until it is awaited, so that they come in the order in which
/// the blocks began.
class EventBuffer final : public Observer {
public:
    explicit EventBuffer(const Observer& outer) : outer_(outer) {}

    LogLevel log_level() const override { return outer_.log_level(); }
    bool wants_details() const override { return outer_.wants_details(); }
    void receive(const Event& event) override { events_.emplace_back(event); }

    void send_to(Observer& observer) {
        for (const StoredEvent& event : std::exchange(events_, {}))
            event.send_to(observer);
    }

private:
    const Observer& outer_;
    std::vector<StoredEvent> events_;
};

struct Child {
    explicit Child(const Observer& outer) : events(outer) {}

    std::string token;
    EventBuffer events;
    std::unique_ptr<Executor> executor = {}; ///< runs in a task of its own
    Status status = Status::normal;
    enum class End { none, done, fatal };
    End end = End::none;
    WaitingTasks ended = {};
};

} // namespace vow::otterscript
