#include "protocol/system/running_command.h"

#include "protocol/system/child.h"
#include "protocol/system/descendants.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>

#include <poll.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

namespace vow {
namespace {

using Clock = std::chrono::steady_clock;
using Deadline = std::optional<Clock::time_point>;
using std::chrono::milliseconds;

constexpr std::chrono::seconds between_term_and_kill{5};
constexpr std::chrono::seconds after_kill{5}; ///< until a process is given up

Deadline earlier(Deadline one, Deadline other) {
    if (!one || !other) return one ? one : other;
    return std::min(*one, *other);
}

Deadline after(std::optional<milliseconds> span) {
    return span ? Deadline(Clock::now() + *span) : std::nullopt;
}

bool is_over(Deadline deadline) {
    return deadline && Clock::now() >= *deadline;
}

/// A child whose output is read. It is waited for exactly once.
class RunningCommand {
public:
    /// `errors` is closed unless standard error has a pipe of its own.
    RunningCommand(
        Child child,
        ProcessTime begin,
        FileDescriptor output,
        FileDescriptor errors,
        CommandListener& listener
    )
        : child_(std::move(child)),
          begin_(begin),
          output_(std::move(output)),
          errors_(std::move(errors)),
          listener_(listener) {}

    /// Returns false if the command has ended and its output was read, true if `limit` or the
    /// listener ended the wait earlier.
    bool runs_beyond(Deadline limit, std::optional<milliseconds> output_hold) {
        Deadline hold;
        while (output_ || errors_ || !exited_) {
            if (listener_.is_stopped() || is_over(limit)) return true;
            if (is_over(hold)) return false;
            attend(earlier(limit, hold));
            if (exited_ && !hold) hold = after(output_hold);
        }
        return false;
    }

    /// Ends the process, its group, and the descendants that have left the group: first with
    /// SIGTERM, then with SIGKILL. None of the descendants runs any more, unless it withstands
    /// SIGKILL.
    void end() {
        Descendants descendants;
        descendants.signal_all(child_, begin_, SIGTERM);
        const Deadline deadline = Clock::now() + between_term_and_kill;
        while (!exited_ && !is_over(deadline))
            attend(deadline);
        descendants.signal_all(child_, begin_, SIGKILL);
        descendants.wait_for_end(after_kill);
    }

    /// Waits for the child. Returns its status in the terms of waitpid; nullopt when it withstands
    /// SIGKILL.
    std::optional<int> reap() const { return vow::reap(child_, after_kill); }

    pid_t pid() const { return child_.pid; }

private:
    void attend(Deadline deadline) {
        const milliseconds max_wait{1000};
        const auto left = deadline ? std::chrono::ceil<milliseconds>(*deadline - Clock::now())
                                   : std::chrono::ceil<milliseconds>(max_wait);
        const auto timeout = std::clamp(left, milliseconds{0}, max_wait);
        // poll ignores a negative descriptor.
        std::array<pollfd, 3> watched = {
            pollfd{output_.number(), POLLIN, 0},
            pollfd{errors_.number(), POLLIN, 0},
            pollfd{exited_ ? -1 : child_.exit.number(), POLLIN, 0}};
        if (::poll(watched.data(), watched.size(), static_cast<int>(timeout.count())) < 0) return;
        if (watched[0].revents != 0) read_some(output_, &CommandListener::output);
        if (watched[1].revents != 0) read_some(errors_, &CommandListener::errors);
        if (watched[2].revents != 0) exited_ = true;
    }

    void read_some(FileDescriptor& file, void (CommandListener::*receive)(std::string_view)) {
        std::array<char, 1 << 16> buffer; // NOLINT(*-member-init): read() fills it
        const ssize_t count = ::read(file.number(), buffer.data(), buffer.size());
        if (count > 0) {
            (listener_.*receive)({buffer.data(), static_cast<std::size_t>(count)});
        } else if (count == 0 || errno != EINTR) {
            file.close();
        }
    }

    Child child_;
    ProcessTime begin_;
    FileDescriptor output_;
    FileDescriptor errors_;
    CommandListener& listener_;
    bool exited_ = false;
};

/// A file in memory with the content `text`: unlike a pipe, it needs no writer.
FileDescriptor file_with(std::string_view text) {
    FileDescriptor file(::memfd_create("input", MFD_CLOEXEC));
    if (!file || !write_all(file, text) || ::lseek(file.number(), 0, SEEK_SET) != 0) return {};
    return file;
}

/// A stream that is not captured is dropped, unless none is.
StandardFiles streams_of(Command::Capture capture, int input, int output, int errors) {
    switch (capture) {
    case Command::Capture::both:
    case Command::Capture::apart: return {.input = input, .output = output, .errors = errors};
    case Command::Capture::standard_output: return {.input = input, .output = output, .errors = -1};
    case Command::Capture::standard_error: return {.input = input, .output = -1, .errors = errors};
    case Command::Capture::none: break;
    }
    return {.input = input, .output = STDOUT_FILENO, .errors = STDERR_FILENO};
}

CommandEnding not_started(const StartFailure& failure) {
    return {
        .kind = CommandEnding::Kind::not_started,
        .number = failure.error,
        .failed_call = failure.call,
        .reason = failure.reason()};
}

} // namespace

CommandEnding run_command(const TrustedCommand& command, CommandListener& listener) {
    using Kind = CommandEnding::Kind;
    const FileDescriptor input =
        command->input.empty() ? FileDescriptor() : file_with(command->input);
    if (!command->input.empty() && !input) return not_started({errno, "memfd_create"});
    Pipe output = open_pipe();
    if (!output.reading) return not_started({errno, "pipe"});
    Pipe errors;
    if (command->capture == Command::Capture::apart) {
        errors = open_pipe();
        if (!errors.reading) return not_started({errno, "pipe"});
    }
    const int writing = output.writing.number();
    const int writing_errors = errors.writing ? errors.writing.number() : writing;
    const ProcessTime begin = ProcessTime::now();
    auto started =
        start(command, streams_of(command->capture, input.number(), writing, writing_errors));
    if (const auto* failure = std::get_if<StartFailure>(&started)) return not_started(*failure);
    output.writing.close();
    errors.writing.close();

    RunningCommand running(
        std::move(std::get<Child>(started)),
        begin,
        std::move(output.reading),
        std::move(errors.reading),
        listener
    );
    const bool is_cut = running.runs_beyond(after(command->limit), command->output_hold);
    if (is_cut) running.end();
    const std::optional<int> status = running.reap();
    if (!status) return {Kind::given_up, running.pid()};
    if (is_cut) return {listener.is_stopped() ? Kind::stopped : Kind::timed_out};
    if (WIFSIGNALED(*status)) return {Kind::signalled, WTERMSIG(*status)};
    return {Kind::exited, WEXITSTATUS(*status)};
}

} // namespace vow
