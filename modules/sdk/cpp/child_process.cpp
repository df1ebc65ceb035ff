#include "modules/sdk/cpp/child_process.h"

#include "modules/sdk/cpp/launch.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>

#include <poll.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

namespace vow::modules {

namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

constexpr std::chrono::seconds between_term_and_kill{5};

/// Readable once the process has exited; none where the kernel has no such thing.
FileDescriptor open_process(pid_t pid) {
    return FileDescriptor(static_cast<int>(syscall(SYS_pidfd_open, pid, 0)));
}

/// A started program: reads its output, waits for it, ends it. It is reaped exactly once.
class RunningProgram {
public:
    RunningProgram(Launched launched, ProgramListener& listener)
        : pid_(launched.pid),
          output_(std::move(launched.output)),
          process_(open_process(launched.pid)),
          listener_(listener) {}

    /// Works until the program is through (false), or until `deadline` or the listener ends the
    /// wait (true).
    bool still_runs_at(std::optional<Clock::time_point> deadline) {
        while (output_ || !status_) {
            if (listener_.stopped()) return true;
            if (deadline && Clock::now() >= *deadline) return true;
            attend(wait_slice(deadline));
        }
        return false;
    }

    /// Ends the whole process group: politely, then not.
    void end() {
        kill(-pid_, SIGTERM);
        const auto deadline = Clock::now() + between_term_and_kill;
        while (!status_ && Clock::now() < deadline)
            attend(wait_slice(deadline));
        kill(-pid_, SIGKILL);
        while (!status_)
            reap(0);
    }

    int status() const { return *status_; }

private:
    static milliseconds wait_slice(std::optional<Clock::time_point> deadline) {
        const milliseconds longest{1000};
        if (!deadline) return longest;
        const auto left = std::chrono::ceil<milliseconds>(*deadline - Clock::now());
        return std::clamp(left, milliseconds{0}, longest);
    }

    void attend(milliseconds timeout) {
        // A negative descriptor is left out by poll.
        std::array<pollfd, 2> watched = {
            pollfd{output_.number(), POLLIN, 0},
            pollfd{status_ ? -1 : process_.number(), POLLIN, 0}};
        if (poll(watched.data(), watched.size(), static_cast<int>(timeout.count())) < 0) return;
        if (watched[0].revents != 0) read_some();
        if (watched[1].revents != 0 || !process_) reap(WNOHANG);
    }

    void read_some() {
        char buffer[1 << 16];
        const ssize_t count = read(output_.number(), buffer, sizeof buffer);
        if (count > 0) {
            listener_.output({buffer, static_cast<std::size_t>(count)});
        } else if (count == 0 || errno != EINTR) {
            output_.reset();
        }
    }

    void reap(int options) {
        int status = 0;
        const pid_t reaped = waitpid(pid_, &status, options);
        if (reaped == pid_) status_ = status;
        // Somebody else reaped it: its status is lost, but it is gone.
        if (reaped < 0 && errno == ECHILD) status_ = 0;
    }

    pid_t pid_;
    FileDescriptor output_;
    FileDescriptor process_;
    ProgramListener& listener_;
    std::optional<int> status_;
};

} // namespace

ProgramEnding run(const Program& program, ProgramListener& listener) {
    using Kind = ProgramEnding::Kind;
    Launched launched = launch(program);
    if (launched.pid < 0) return {Kind::not_started, launched.error, launched.failed_call};

    std::optional<Clock::time_point> deadline;
    if (program.limit) deadline = Clock::now() + *program.limit;
    RunningProgram running(std::move(launched), listener);
    if (running.still_runs_at(deadline)) {
        running.end();
        return {listener.stopped() ? Kind::stopped : Kind::timed_out};
    }
    const int status = running.status();
    if (WIFSIGNALED(status)) return {Kind::signalled, WTERMSIG(status)};
    return {Kind::exited, WEXITSTATUS(status)};
}

std::vector<std::string> words_of(std::string_view command_line) {
    constexpr std::string_view blanks = " \f\n\r\t\v";
    std::vector<std::string> words;
    for (;;) {
        const std::size_t start = command_line.find_first_not_of(blanks);
        if (start == std::string_view::npos) return words;
        command_line.remove_prefix(start);
        const char first = command_line.front();
        const bool quoted = first == '"' || first == '\'' || first == '`';
        if (quoted) command_line.remove_prefix(1);
        const std::size_t end =
            quoted ? command_line.find(first) : command_line.find_first_of(blanks);
        words.emplace_back(command_line.substr(0, end));
        if (end == std::string_view::npos) return words;
        command_line.remove_prefix(end + (quoted ? 1 : 0));
    }
}

} // namespace vow::modules
