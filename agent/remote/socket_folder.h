#pragma once

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

} // namespace vow::agent
