#pragma once

#include "agent/fleet/live/bus.h"
#include "agent/fleet/message_reader.h"
#include "protocol/system/file_descriptor.h"

#include <chrono>
#include <deque>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace vow::agent {

/// Letters from the threads of the bus to the main thread of a resident program, which sleeps until
/// one is there. Bounded: what comes when it is full is dropped and counted.
class Mailbox {
public:
    struct Letter {
        enum class Kind { connected, message };
        Kind kind = Kind::message;
        BusMessage message = {};
    };

    Mailbox();

    void put(Letter letter);
    std::optional<Letter> take();
    std::int64_t dropped();
    /// For poll(): readable while letters are there.
    int descriptor() const { return event_.number(); }

private:
    static constexpr std::size_t most = 1000;

    FileDescriptor event_;
    std::mutex mutex_;
    std::deque<Letter> letters_;
    std::int64_t dropped_ = 0;
};

/// SIGTERM, SIGINT and SIGHUP as a file: blocked for all threads from here on, so that the main
/// thread alone ends, between two steps. Children get them unblocked.
class EndingSignals {
public:
    EndingSignals();

    int descriptor() const { return file_.number(); }
    /// The signal that came; 0: none so far.
    int signal();

private:
    FileDescriptor file_;
    int signal_ = 0;
};

/// Sleeps until one of the files is readable or the time is up.
void wait_for(const std::vector<int>& files, std::chrono::milliseconds limit);

FleetTime fleet_now();

} // namespace vow::agent
