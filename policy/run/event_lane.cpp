#include "policy/run/event_lane.h"

namespace vow {

EventLane& EventLane::open() {
    auto lane = std::unique_ptr<EventLane>(new EventLane(observer_, *this));
    EventLane& opened = *lane;
    opened.is_live_ = is_live_ && items_.empty();
    items_.emplace_back(std::move(lane));
    return opened;
}

void EventLane::close() {
    is_closed_ = true;
    if (!is_live_) return;
    EventLane* lane = this;
    while (lane->is_finished() && lane->parent_ != nullptr) {
        lane = lane->parent_;
        lane->send_stored(); // and drops the finished one
    }
}

void EventLane::receive(const Event& event) {
    if (is_live_ && items_.empty()) return observer_.receive(event);
    items_.emplace_back(StoredEvent(event));
}

/// Sends up to the first lane that is not finished.
void EventLane::send_stored() {
    is_live_ = true;
    while (!items_.empty()) {
        if (const auto* event = std::get_if<StoredEvent>(&items_.front())) {
            event->send_to(observer_);
        } else {
            EventLane& lane = *std::get<std::unique_ptr<EventLane>>(items_.front());
            if (!lane.is_live_) lane.send_stored();
            if (!lane.is_finished()) return;
        }
        items_.pop_front();
    }
}

} // namespace vow
