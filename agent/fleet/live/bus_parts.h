#pragma once

#include "agent/fleet/live/bus.h"
#include "agent/fleet/nkey.h"

#include <atomic>
#include <condition_variable>
#include <deque>
#include <memory>
#include <mutex>
#include <random>

#include <nats/nats.h>

namespace vow::agent {

/// Releases an object of the library by its own function.
template <auto Function>
struct FreedBy {
    template <class Object>
    void operator()(Object* object) const {
        Function(object);
    }
};

using NatsOptions = std::unique_ptr<natsOptions, FreedBy<&natsOptions_Destroy>>;
using NatsConnection = std::unique_ptr<natsConnection, FreedBy<&natsConnection_Destroy>>;
using NatsMessage = std::unique_ptr<natsMsg, FreedBy<&natsMsg_Destroy>>;
using NatsSubscription = std::unique_ptr<natsSubscription, FreedBy<&natsSubscription_Destroy>>;
using JetStreamContext = std::unique_ptr<jsCtx, FreedBy<&jsCtx_Destroy>>;
using NatsBucket = std::unique_ptr<kvStore, FreedBy<&kvStore_Destroy>>;
using NatsEntry = std::unique_ptr<kvEntry, FreedBy<&kvEntry_Destroy>>;
using NatsWatcher = std::unique_ptr<kvWatcher, FreedBy<&kvWatcher_Destroy>>;

/// Throws BusError with the library's words for a failure.
void check(natsStatus status, const std::string& action);

NatsMessage nats_message(const BusMessage& message);
BusMessage message_from(natsMsg* message);

struct Bus::Parts {
    explicit Parts(const BusAccess& access);
    Parts(const Parts&) = delete;
    Parts& operator=(const Parts&) = delete;
    /// Waits until the library's threads call nothing of this object any more.
    ~Parts();

    NKey key;
    std::string jwt;
    std::string inbox;
    std::chrono::milliseconds spread;
    std::random_device luck;
    std::atomic<bool> has_lost_signature = false; ///< of the last attempt to connect
    std::mutex mutex;                             ///< of the members up to `handlers`
    std::function<void()> on_connected;
    bool is_closed = false;
    std::size_t open_subscriptions = 0; ///< whose handlers may still be called
    std::condition_variable ended;      ///< of the connection or a subscription
    std::deque<Handler> handlers;       ///< stay where they are, as the library points to them
    NatsOptions options;
    NatsConnection connection; ///< after all that its callbacks use
    JetStreamContext stream;
    std::int64_t copies = 1; ///< of new streams
    std::vector<NatsSubscription> subscriptions;

    NatsBucket bucket(const std::string& name);
};

} // namespace vow::agent
