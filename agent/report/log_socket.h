#pragma once

#include "protocol/system/file_descriptor.h"

#include <string>
#include <string_view>
#include <utility>

namespace vow::agent {

/// A Unix datagram socket of a logging service. Sending waits a second at most for a service that
/// does not keep up, then drops the datagram.
class LogSocket {
public:
    explicit LogSocket(std::string path) : path_(std::move(path)) {}

    /// Throws std::system_error if nothing listens there.
    void open();
    /// Throws std::system_error if the datagram is lost. Connects to a service that was started or
    /// restarted since.
    void send(std::string_view datagram);

private:
    bool connect();

    std::string path_;
    FileDescriptor socket_;
};

} // namespace vow::agent
