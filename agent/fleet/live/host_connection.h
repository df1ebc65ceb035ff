#pragma once

#include "agent/fleet/live/bus.h"
#include "agent/fleet/live/mailbox.h"
#include "agent/fleet/membership.h"

#include <chrono>
#include <memory>
#include <optional>
#include <string>

namespace vow::agent {

/// The connection of the resident agent with its fleet: brings what the fleet sends to this host,
/// and is made again whenever it is lost. It does not interpret messages. Owns the bus; members
/// throw BusError.
class HostConnection {
public:
    /// Connects when the server can be reached. Attempts of the hosts of a fleet are spread over
    /// the time `spread`.
    HostConnection(
        const Membership::Access& access, const NKey& key, std::chrono::milliseconds spread
    );

    Bus& bus() { return *bus_; }
    /// Stores a value of this host, and waits for that, but not for long.
    void store(const BusMessage& message);

    /// The next message, or that it is connected, which may come twice; nullopt: nothing is there.
    std::optional<Mailbox::Letter> take() { return mailbox_.take(); }
    /// For poll(): readable while take() has something.
    int descriptor() const { return mailbox_.descriptor(); }
    /// How many messages came when too many were waiting.
    std::int64_t dropped() { return mailbox_.dropped(); }

    /// Connects as a new user of the bus if the server refused this one, at most once a minute.
    void renew_if_refused();

private:
    using Clock = std::chrono::steady_clock;

    void connect();

    std::string host_;
    BusAccess access_;
    Mailbox mailbox_;
    std::unique_ptr<Bus> bus_; ///< after the mailbox, which its threads use
    Clock::time_point next_attempt_ = Clock::now();
};

} // namespace vow::agent
