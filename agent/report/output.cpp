#include "agent/report/output.h"

#include "agent/exit_status.h"
#include "protocol/system/search_path.h"
#include "protocol/text/shown_text.h"

#include <algorithm>
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

struct Size {
    std::size_t columns = 80;
    std::size_t rows = 24;
};

Size size_of(int terminal) {
    Size size;
    winsize known{};
    if (::ioctl(terminal, TIOCGWINSZ, &known) != 0) return size;
    if (known.ws_col > 0) size.columns = known.ws_col;
    if (known.ws_row > 1) size.rows = known.ws_row;
    return size;
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

void Output::show_status(std::string_view line) {
    show_status(std::vector{std::string(line)});
}

void Output::show_status(const std::vector<std::string>& lines) {
    const std::lock_guard lock(terminal_);
    const Size size = size_of(descriptor_);
    const std::size_t count = std::min(lines.size(), size.rows - 1);
    std::string text;
    for (std::size_t line = 0; line < count; ++line) {
        const bool is_cut = line + 1 == count && count < lines.size();
        const std::string more = "  and " + std::to_string(lines.size() - count + 1) + " more";
        if (line > 0) text += "\r\n";
        text += shown_in(size.columns - 1, is_cut ? more : lines[line]); // a full line would wrap
        text += "\x1b[K";                                                // to the end of the line
    }
    if (count < status_lines_) erase_status();
    begin_status();
    write_out(text);
    status_lines_ = count;
}

/// Moves to the beginning of the status.
void Output::begin_status() {
    write_out("\r");
    if (status_lines_ > 1) write_out("\x1b[" + std::to_string(status_lines_ - 1) + "A");
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
    if (status_lines_ == 0) return;
    begin_status();
    write_out(status_lines_ > 1 ? "\x1b[J" : "\x1b[K"); // the screen, or the line, from here
    status_lines_ = 0;
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

void restrict_path_aloud(const Trust& trust) {
    for (const std::string& warning : restrict_search_path(trust))
        std::fprintf(stderr, "vow: %s\n", shown(warning).c_str());
}

} // namespace vow::agent
