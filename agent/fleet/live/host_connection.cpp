#include "agent/fleet/live/host_connection.h"

#include "agent/fleet/roles.h"

#include <utility>

namespace vow::agent {
namespace {

constexpr std::chrono::seconds send_limit(5);
constexpr std::chrono::seconds retry_delay(60);

} // namespace

HostConnection::HostConnection(
    const Membership::Access& access, const NKey& key, std::chrono::milliseconds spread
)
    : host_(access.host),
      access_{
          .url = access.url,
          .authority = access.authority,
          .name = "vow agent " + access.name,
          .inbox = inbox_of(access.host),
          .credentials = {.jwt = access.jwt, .seed = key.seed()},
          .stay = BusAccess::Stay::always,
          .spread = spread} {
    connect();
}

void HostConnection::connect() {
    bus_ = std::make_unique<Bus>(access_);
    const auto deliver = [this](BusMessage message) {
        mailbox_.put({.kind = Mailbox::Letter::Kind::message, .message = std::move(message)});
    };
    bus_->subscribe("vow.host." + host_ + ".ask", deliver);
    bus_->subscribe("$KV.desired.>", deliver);
    bus_->subscribe(rollout_subjects, deliver);
    const auto note_connected = [this] {
        mailbox_.put({.kind = Mailbox::Letter::Kind::connected, .message = {}});
    };
    bus_->on_connected(note_connected);
    note_connected(); // it may be connected already, without a call
}

void HostConnection::store(const BusMessage& message) {
    bus_->store(message, send_limit);
}

/// It may have been revoked, or its account is not there yet.
void HostConnection::renew_if_refused() {
    if (!bus_->is_closed() || Clock::now() < next_attempt_) return;
    next_attempt_ = Clock::now() + retry_delay;
    bus_.reset();
    connect();
}

} // namespace vow::agent
