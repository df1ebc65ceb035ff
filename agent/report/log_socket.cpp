#include "agent/report/log_socket.h"

#include <cerrno>
#include <system_error>

#include <sys/socket.h>
#include <sys/time.h>
#include <sys/un.h>

namespace vow::agent {
namespace {

FileDescriptor connected_socket(const std::string& path) {
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    if (path.size() >= sizeof address.sun_path) {
        errno = ENAMETOOLONG;
        return {};
    }
    path.copy(address.sun_path, path.size());
    FileDescriptor socket(::socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0));
    const timeval patience{.tv_sec = 1, .tv_usec = 0};
    ::setsockopt(socket.number(), SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof patience);
    const auto* target = reinterpret_cast<const sockaddr*>(&address);
    if (::connect(socket.number(), target, sizeof address) != 0) return {};
    return socket;
}

} // namespace

void LogSocket::open() {
    if (!connect()) throw std::system_error(errno, std::generic_category(), "cannot connect");
}

bool LogSocket::connect() {
    socket_ = connected_socket(path_);
    return socket_.number() >= 0;
}

void LogSocket::send(std::string_view datagram) {
    const auto try_once = [&] {
        return ::send(socket_.number(), datagram.data(), datagram.size(), MSG_NOSIGNAL) >= 0;
    };
    if (!socket_) open();
    if (try_once()) return;
    const bool is_gone = errno == ECONNREFUSED || errno == ECONNRESET || errno == ENOTCONN;
    if (is_gone && connect() && try_once()) return;
    throw std::system_error(errno, std::generic_category(), path_);
}

} // namespace vow::agent
