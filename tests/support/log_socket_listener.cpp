#include "tests/support/log_socket_listener.h"

#include <array>
#include <stdexcept>

#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

namespace vow::tests {

LogSocketListener::LogSocketListener()
    : socket_(::socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0)) {
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    const std::string name = path();
    if (name.size() >= sizeof address.sun_path) throw std::runtime_error("too long: " + name);
    name.copy(address.sun_path, name.size());
    if (::bind(socket_, reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0)
        throw std::runtime_error("cannot bind " + name);
}

LogSocketListener::~LogSocketListener() {
    ::close(socket_);
}

std::vector<std::string> LogSocketListener::take_datagrams() const {
    std::vector<std::string> datagrams;
    std::array<char, 1 << 17> bytes{};
    while (true) {
        const ssize_t size = ::recv(socket_, bytes.data(), bytes.size(), 0);
        if (size < 0) return datagrams;
        datagrams.emplace_back(bytes.data(), static_cast<std::size_t>(size));
    }
}

} // namespace vow::tests
