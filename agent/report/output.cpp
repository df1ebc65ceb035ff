#include "agent/report/output.h"

#include "agent/exit_status.h"

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string_view>

#include <poll.h>
#include <sys/ioctl.h>
#include <unistd.h>

namespace vow::agent {

namespace {

constexpr std::size_t usual_width = 80;

std::size_t width_of(int terminal) {
    winsize size{};
    const bool is_known = ::ioctl(terminal, TIOCGWINSZ, &size) == 0 && size.ws_col > 0;
    return is_known ? size.ws_col : usual_width;
}

/// The part of a text that fits into a line, without control characters.
std::string shown_in(std::size_t width, std::string_view text) {
    std::string shown;
    std::size_t letters = 0;
    for (const char byte : text) {
        const auto code = static_cast<unsigned char>(byte);
        const bool continues_letter = (code & 0xc0U) == 0x80U;
        if (!continues_letter && ++letters > width) break;
        shown += code < 0x20 || code == 0x7f ? ' ' : byte;
    }
    return shown;
}

} // namespace

void Output::flush() {
    if (buffer_.empty()) return;
    const std::lock_guard lock(terminal_);
    erase_status();
    write_out(buffer_);
    buffer_.clear();
}

pid_t Output::fork() {
    const std::lock_guard lock(terminal_);
    return ::fork();
}

void Output::show_status(std::string_view text) {
    const std::lock_guard lock(terminal_);
    write_out("\r");
    write_out(shown_in(width_of(descriptor_) - 1, text)); // a full line would begin the next one
    write_out("\x1b[K");                                  // to the end of the line
    has_status_ = true;
}

void Output::hide_status() {
    const std::lock_guard lock(terminal_);
    erase_status();
}

int Output::finished(int status, std::string_view what) {
    flush();
    if (broken_ == 0) return status;
    const std::string name(what);
    std::fprintf(stderr, "vow: cannot write to %s: %s\n", name.c_str(), std::strerror(broken_));
    return status == number_of(ExitStatus::success) ? number_of(ExitStatus::not_kept) : status;
}

void Output::erase_status() {
    if (!has_status_) return;
    write_out("\r\x1b[K");
    has_status_ = false;
}

void Output::write_out(std::string_view text) {
    while (!text.empty() && broken_ == 0) {
        const ssize_t written = ::write(descriptor_, text.data(), text.size());
        if (written >= 0) {
            text.remove_prefix(static_cast<std::size_t>(written));
        } else if (errno == EAGAIN) { // someone made the shared descriptor non-blocking
            pollfd wanted{.fd = descriptor_, .events = POLLOUT, .revents = 0};
            ::poll(&wanted, 1, -1);
        } else if (errno != EINTR) {
            broken_ = errno;
        }
    }
}

Output::Buffering buffering_for(int descriptor) {
    return ::isatty(descriptor) != 0 ? Output::Buffering::lines : Output::Buffering::blocks;
}

namespace {

std::string_view variable(const char* name) {
    const char* const value = std::getenv(name);
    return value == nullptr ? std::string_view() : value;
}

} // namespace

bool is_colored(Color chosen, int descriptor) {
    if (chosen != Color::automatic) return chosen == Color::always;
    return variable("NO_COLOR").empty() && can_move_cursor(descriptor);
}

bool can_move_cursor(int descriptor) {
    return ::isatty(descriptor) != 0 && variable("TERM") != "dumb";
}

} // namespace vow::agent
