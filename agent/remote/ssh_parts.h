#pragma once

#include "policy/run/host_programs.h"
#include "protocol/system/file_descriptor.h"

#include <string>

namespace vow::agent {

/// A folder of this process alone, for the sockets of its connections. It is removed with them.
class SocketFolder {
public:
    /// Throws std::system_error.
    SocketFolder();
    SocketFolder(const SocketFolder&) = delete;
    SocketFolder& operator=(const SocketFolder&) = delete;
    ~SocketFolder();

    /// The path of a socket that does not exist yet.
    std::string new_socket() { return path_ + "/" + std::to_string(++sockets_); }

private:
    std::string path_;
    int sockets_ = 0;
};

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
