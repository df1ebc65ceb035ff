#include "agent/report/output.h"

#include <cerrno>

#include <poll.h>
#include <unistd.h>

namespace vow::agent {

void Output::flush() {
    std::string_view rest = buffer_;
    while (!rest.empty() && broken_ == 0) {
        const ssize_t written = ::write(descriptor_, rest.data(), rest.size());
        if (written >= 0) {
            rest.remove_prefix(static_cast<std::size_t>(written));
        } else if (errno == EAGAIN) { // someone made the shared descriptor non-blocking
            pollfd wanted{.fd = descriptor_, .events = POLLOUT, .revents = 0};
            ::poll(&wanted, 1, -1);
        } else if (errno != EINTR) {
            broken_ = errno;
        }
    }
    buffer_.clear();
}

Output::Buffering buffering_for(int descriptor) {
    return ::isatty(descriptor) != 0 ? Output::Buffering::lines : Output::Buffering::blocks;
}

} // namespace vow::agent
