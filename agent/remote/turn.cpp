#include "agent/remote/turn.h"

#include <array>
#include <cerrno>
#include <system_error>

#include <sys/eventfd.h>

namespace vow::agent {

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
