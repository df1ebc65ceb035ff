#pragma once

#include "policy/run/world.h"
#include "protocol/system/file_descriptor.h"

namespace vow::agent {

/// Handles SIGINT, SIGTERM and SIGHUP while it exists. The first one ends the run in order; after a
/// second one modules are killed, and the program ends after at most two seconds with the exit
/// status 128+N, naming the promise at work; a third one ends it at once. SIGUSR1 requests a
/// pause. SIGPIPE and SIGXFSZ are ignored: a closed output, or a file larger than the limit of
/// the process, is detected by a failed write. There is one at a time, as signals belong to the
/// process.
class Signals : public Stop {
public:
    Signals();
    Signals(const Signals&) = delete;
    Signals& operator=(const Signals&) = delete;
    ~Signals() override;

    int signal() const override;
    bool is_pause_requested() const override;
    /// For poll(): a pipe that receives a byte with each signal. It is only watched, never read.
    int descriptor() const { return wake_.reading.number(); }

private:
    Pipe wake_;
};

} // namespace vow::agent
