#include "agent/machine/signals.h"

#include "agent/exit_status.h"

#include <array>
#include <atomic>
#include <csignal>

#include <fcntl.h>
#include <sys/eventfd.h>
#include <unistd.h>

namespace vow::agent {
namespace {

constexpr std::array ending = {SIGINT, SIGTERM, SIGHUP};

// A handler can reach nothing but variables with static lifetime.
std::atomic<int> received = 0;
std::atomic<int> wake_up = -1;
static_assert(std::atomic<int>::is_always_lock_free);

extern "C" void vow_note_signal(int number) {
    int none = 0;
    if (!received.compare_exchange_strong(none, number)) ::_exit(ended_by_signal(number));
    const std::uint64_t one = 1;
    [[maybe_unused]] const ssize_t written = ::write(wake_up, &one, sizeof one);
}

void set_handler(int number, void (*handler)(int)) {
    struct sigaction action {};
    action.sa_handler = handler; // no SA_RESTART: a sleeping system call is to return
    sigemptyset(&action.sa_mask);
    ::sigaction(number, &action, nullptr);
}

} // namespace

Signals::Signals() {
    received = 0;
    wake_up = ::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    for (const int number : ending)
        set_handler(number, &vow_note_signal);
    set_handler(SIGPIPE, SIG_IGN);
}

Signals::~Signals() {
    for (const int number : ending)
        set_handler(number, SIG_DFL);
    ::close(wake_up.exchange(-1));
}

int Signals::signal() const {
    return received;
}
int Signals::descriptor() const {
    return wake_up;
}

} // namespace vow::agent
