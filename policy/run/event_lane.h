#pragma once

#include "policy/run/observer.h"

#include <list>
#include <memory>
#include <variant>

namespace vow {

/// The events of one task among concurrent ones. Lanes form a tree: the events of a lane that is
/// opened in another belong between those which the other has received so far and its later ones.
/// The observer receives all events in that order, whichever task is faster; the first lane that is
/// not finished is live, the others store their events until it is their turn.
class EventLane final : public Observer {
public:
    /// The first lane of a tree, which is live. Borrows the observer.
    explicit EventLane(Observer& observer) : observer_(observer) {}
    EventLane(const EventLane&) = delete;
    EventLane& operator=(const EventLane&) = delete;

    /// Opens a lane that belongs to this one, and lives until it is closed.
    EventLane& open();
    /// Marks this lane as complete. Only for a lane that was opened in another.
    void close();
    bool is_live() const { return is_live_; }

    LogLevel log_level() const override { return observer_.log_level(); }
    bool wants_details() const override { return observer_.wants_details(); }
    bool wants_scopes() const override { return observer_.wants_scopes(); }
    bool wants_skipped() const override { return observer_.wants_skipped(); }
    void receive(const Event& event) override;

private:
    using Item = std::variant<StoredEvent, std::unique_ptr<EventLane>>;

    EventLane(Observer& observer, EventLane& parent) : observer_(observer), parent_(&parent) {}

    bool is_finished() const { return is_closed_ && items_.empty(); }
    void send_stored();

    Observer& observer_;
    EventLane* parent_ = nullptr;
    std::list<Item> items_; ///< not sent yet; the first is a lane if this one is live
    bool is_live_ = parent_ == nullptr;
    bool is_closed_ = false;
};

} // namespace vow
