#pragma once

#include "protocol/system/file_descriptor.h"

#include <string>
#include <string_view>

namespace vow::agent {

/// A Unix datagram socket of a logging service. Sending waits a second at most for a service that
/// does not keep up, then drops the datagram.
class LogSocket {
public:
    /// Throws UsageError, which names the option, if nothing listens there.
    LogSocket(std::string path, std::string_view option);

    /// Throws std::system_error if the datagram is lost. Reconnects to a service that was
    /// restarted.
    void send(std::string_view datagram);

private:
    bool connect();

    std::string path_;
    FileDescriptor socket_;
};

} // namespace vow::agent
