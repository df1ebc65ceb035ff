#pragma once

#include "protocol/promise/keeper.h"

#include <algorithm>
#include <list>
#include <memory>
#include <utility>

namespace vow {

/// The listeners of a keeper in front of another one, one for each promise that is pending there.
/// `Listener` derives from ForwardingListener. A listener whose promise has ended is kept until the
/// other keeper has returned, since that may still use it.
template <class Listener>
class PendingListeners {
public:
    template <class... Arguments>
    Listener& add(Arguments&&... arguments) {
        return *pending_.emplace_back(std::make_unique<Listener>(std::forward<Arguments>(arguments
        )...));
    }

    /// The one that passes on to `next`; null without one.
    Listener* before(const PromiseListener& next) const {
        const auto found = std::ranges::find_if(pending_, [&](const auto& listener) {
            return &listener->next() == &next;
        });
        return found == pending_.end() ? nullptr : found->get();
    }

    /// To be called by a listener whose promise has ended.
    void retire(const Listener& ended) {
        const auto own = std::ranges::find(pending_, &ended, &std::unique_ptr<Listener>::get);
        ended_.splice(ended_.end(), pending_, own);
    }

    /// Calls the other keeper; listeners that have ended go with the outermost call.
    template <class Call>
    auto during(Call&& call) {
        const Depth depth(*this);
        return std::forward<Call>(call)();
    }

    bool empty() const { return pending_.empty(); }
    auto begin() const { return pending_.begin(); }
    auto end() const { return pending_.end(); }

private:
    struct Depth {
        explicit Depth(PendingListeners& of) : listeners(of) { ++listeners.depth_; }
        Depth(const Depth&) = delete;
        Depth& operator=(const Depth&) = delete;
        ~Depth() {
            if (--listeners.depth_ == 0) listeners.ended_.clear();
        }
        PendingListeners& listeners;
    };

    std::list<std::unique_ptr<Listener>> pending_;
    std::list<std::unique_ptr<Listener>> ended_;
    int depth_ = 0; ///< of calls into the other keeper
};

} // namespace vow
