#include "agent/fleet/live/mailbox.h"

#include <algorithm>
#include <csignal>
#include <cstdint>
#include <system_error>

#include <poll.h>
#include <sys/eventfd.h>
#include <sys/signalfd.h>
#include <unistd.h>

namespace vow::agent {

Mailbox::Mailbox() : event_(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {
    if (!event_) throw std::system_error(errno, std::generic_category(), "eventfd");
}

void Mailbox::put(Letter letter) {
    const std::lock_guard lock(mutex_);
    if (letters_.size() >= most) {
        ++dropped_;
        return;
    }
    letters_.push_back(std::move(letter));
    const std::uint64_t one = 1;
    static_cast<void>(::write(event_.number(), &one, sizeof one));
}

std::optional<Mailbox::Letter> Mailbox::take() {
    const std::lock_guard lock(mutex_);
    if (letters_.empty()) {
        std::uint64_t count = 0;
        static_cast<void>(::read(event_.number(), &count, sizeof count));
        return std::nullopt;
    }
    Letter letter = std::move(letters_.front());
    letters_.pop_front();
    return letter;
}

std::int64_t Mailbox::dropped() {
    const std::lock_guard lock(mutex_);
    return dropped_;
}

EndingSignals::EndingSignals() {
    sigset_t signals;
    sigemptyset(&signals);
    for (const int number : {SIGTERM, SIGINT, SIGHUP})
        sigaddset(&signals, number);
    if (const int error = ::pthread_sigmask(SIG_BLOCK, &signals, nullptr))
        throw std::system_error(error, std::generic_category(), "pthread_sigmask");
    file_ = FileDescriptor(::signalfd(-1, &signals, SFD_CLOEXEC | SFD_NONBLOCK));
    if (!file_) throw std::system_error(errno, std::generic_category(), "signalfd");
    std::signal(SIGPIPE, SIG_IGN);
}

int EndingSignals::signal() {
    signalfd_siginfo info{};
    if (::read(file_.number(), &info, sizeof info) == static_cast<ssize_t>(sizeof info))
        signal_ = static_cast<int>(info.ssi_signo);
    return signal_;
}

void wait_for(const std::vector<int>& files, std::chrono::milliseconds limit) {
    std::vector<pollfd> polled;
    polled.reserve(files.size());
    for (const int file : files)
        polled.push_back({.fd = file, .events = POLLIN, .revents = 0});
    const auto time = std::max<std::int64_t>(0, limit.count());
    static_cast<void>(::poll(polled.data(), polled.size(), static_cast<int>(time)));
}

FleetTime fleet_now() {
    return std::chrono::floor<std::chrono::seconds>(std::chrono::system_clock::now());
}

} // namespace vow::agent
