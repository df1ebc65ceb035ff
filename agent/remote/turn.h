#pragma once

#include "policy/run/host_programs.h"
#include "protocol/system/file_descriptor.h"

namespace vow::agent {

/// Lets one of several tasks at a time use a connection. The others wait for a descriptor, as they
/// do for answers.
class Turn {
public:
    /// Throws std::system_error if no descriptor is left.
    Turn();

    /// Has the turn while it lives. Waits by `pause` until it is free.
    class Taken {
    public:
        Taken(Turn& turn, const Pause& pause) : turn_(turn) { turn_.take(pause); }
        Taken(const Taken&) = delete;
        Taken& operator=(const Taken&) = delete;
        ~Taken() { turn_.give_back(); }

    private:
        Turn& turn_;
    };

private:
    void take(const Pause& pause);
    void give_back();

    FileDescriptor free_; ///< an event that is set while the turn is free
};

} // namespace vow::agent
