#include "agent/remote/ssh_parts.h"

#include <array>
#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <system_error>

#include <sys/eventfd.h>

namespace vow::agent {

/// Not in TMPDIR: the path of a socket has at most 108 bytes.
SocketFolder::SocketFolder() : path_("/tmp/vow-XXXXXX") {
    if (::mkdtemp(path_.data()) == nullptr)
        throw std::system_error(errno, std::generic_category(), "cannot make '" + path_ + "'");
}

SocketFolder::~SocketFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
}

Turn::Turn() : free_(::eventfd(1, EFD_CLOEXEC | EFD_NONBLOCK)) {
    if (!free_) throw std::system_error(errno, std::generic_category(), "eventfd");
}

void Turn::take(const Pause& pause) {
    const std::array<pollfd, 1> freed = {{{.fd = free_.number(), .events = POLLIN, .revents = 0}}};
    eventfd_t count = 0;
    while (::eventfd_read(free_.number(), &count) != 0)
        pause(freed, std::chrono::steady_clock::time_point::max());
}

void Turn::give_back() {
    ::eventfd_write(free_.number(), 1);
}

} // namespace vow::agent
