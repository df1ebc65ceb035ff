#pragma once

#include "policy/run/world.h"

namespace vow::agent {

/// Notices SIGINT, SIGTERM and SIGHUP while it exists: the first one asks the run to end in order,
/// a second one ends the program at once, with the exit status 128+N. SIGPIPE is ignored: a closed
/// output shows when it is written to. There is one at a time, as signals belong to the process.
class Signals : public Stop {
public:
    Signals();
    Signals(const Signals&) = delete;
    Signals& operator=(const Signals&) = delete;
    ~Signals() override;

    int signal() const override;
    /// Becomes readable with the first signal, for whoever sleeps in poll(). Lives as long as this.
    int descriptor() const;
};

} // namespace vow::agent
