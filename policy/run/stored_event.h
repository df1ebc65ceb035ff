#pragma once

#include "policy/run/observer.h"

#include <functional>

namespace vow {

/// An event that owns the things it refers to, so that it can be sent later.
class StoredEvent {
public:
    explicit StoredEvent(const Event& event);

    void send_to(Observer& observer) const { send_(observer); }

private:
    std::function<void(Observer&)> send_;
};

} // namespace vow
