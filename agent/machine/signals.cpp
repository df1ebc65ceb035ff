#include "agent/machine/signals.h"

#include "agent/exit_status.h"
#include "agent/report/crash_report.h"

#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>

#include <fcntl.h>
#include <unistd.h>

namespace vow::agent {
namespace {

constexpr std::array ending = {SIGINT, SIGTERM, SIGHUP};
constexpr unsigned patience = 2; // seconds for the modules to be ended after a second signal

// A handler can use only variables with static lifetime.
std::atomic<int> first_signal = 0;
std::atomic<int> received = 0;
std::atomic<int> wake_up = -1;
std::atomic<bool> has_pause_request = false;
static_assert(std::atomic<int>::is_always_lock_free);

extern "C" void vow_end_at_once(int) {
    name_promise_at_work("vow: ended while ", "\n");
    ::_exit(ended_by_signal(first_signal));
}

extern "C" void vow_note_signal(int number) {
    const int error = errno;
    int none = 0;
    first_signal.compare_exchange_strong(none, number);
    const int count = ++received;
    if (count > 2) vow_end_at_once(number);
    if (count == 2) ::alarm(patience);
    [[maybe_unused]] const ssize_t written = ::write(wake_up, "!", 1);
    errno = error;
}

extern "C" void vow_note_pause(int) {
    has_pause_request = true;
}

void set_handler(int number, void (*handler)(int)) {
    struct sigaction action {};
    action.sa_handler = handler; // no SA_RESTART: a sleeping system call must return
    sigemptyset(&action.sa_mask);
    ::sigaction(number, &action, nullptr);
}

} // namespace

Signals::Signals() : wake_(open_pipe()) {
    first_signal = received = 0;
    has_pause_request = false;
    ::fcntl(wake_.writing.number(), F_SETFL, O_NONBLOCK); // a handler must not wait
    wake_up = wake_.writing.number();
    for (const int number : ending)
        set_handler(number, &vow_note_signal);
    set_handler(SIGUSR1, &vow_note_pause);
    set_handler(SIGALRM, &vow_end_at_once);
    set_handler(SIGPIPE, SIG_IGN);
    set_handler(SIGXFSZ, SIG_IGN);
}

Signals::~Signals() {
    for (const int number : ending)
        set_handler(number, SIG_DFL);
    set_handler(SIGUSR1, SIG_DFL);
    set_handler(SIGALRM, SIG_DFL);
    wake_up = -1;
}

int Signals::signal() const {
    return first_signal;
}

bool Signals::is_pause_requested() const {
    return has_pause_request;
}

} // namespace vow::agent
