#include "protocol/client/subprocess.h"

#include "protocol/system/child.h"

#include <cerrno>
#include <csignal>
#include <cstring>
#include <system_error>

#include <fcntl.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <unistd.h>

namespace vow::client {
namespace {

constexpr std::size_t read_size = 1U << 16;    // capacity of a pipe
constexpr std::size_t errors_kept = 64U << 10; // standard error beyond that is dropped
constexpr std::size_t reads_at_once = 16;      // so that one busy pipe does not starve the others

/// After SIGKILL: a process ends as soon as the kernel gives it time.
constexpr std::chrono::seconds until_descendants_end{5};

[[noreturn]] void fail(int error, const std::string& what) {
    throw std::system_error(error, std::generic_category(), what);
}

Pipe new_pipe() {
    Pipe pipe = open_pipe();
    if (!pipe.reading) fail(errno, "pipe2");
    return pipe;
}

} // namespace

Subprocess::Process Subprocess::started(const TrustedCommand& command) {
    Pipe input = new_pipe();
    Pipe output = new_pipe();
    Pipe errors = new_pipe();
    auto child = start(
        command,
        {.input = input.reading.number(),
         .output = output.writing.number(),
         .errors = errors.writing.number()}
    );
    if (const auto* failure = std::get_if<StartFailure>(&child)) {
        const bool is_program = failure->call == "exec";
        fail(failure->error, is_program ? command->arguments.front() : std::string(failure->call));
    }
    Process process = {
        .child = std::move(std::get<Child>(child)),
        .input = std::move(input.writing),
        .output = std::move(output.reading),
        .errors = std::move(errors.reading)};
    for (const FileDescriptor* ours : {&process.input, &process.output, &process.errors})
        fcntl(ours->number(), F_SETFL, O_NONBLOCK);
    return process;
}

std::string text_of(ExitStatus status) {
    switch (status.kind) {
    case ExitStatus::Kind::exited: return "exited with status " + std::to_string(status.number);
    case ExitStatus::Kind::signalled: {
        const std::string number = std::to_string(status.number);
        const auto name = signal_name(status.number);
        return "was ended by signal " + number + (name ? " (" + *name + ")" : "");
    }
    case ExitStatus::Kind::given_up: return "did not end after SIGKILL, and is given up";
    case ExitStatus::Kind::unknown: break;
    }
    return "ended";
}

Subprocess::~Subprocess() {
    if (!is_reaped_) reap();
}

bool Subprocess::has_unread_input() const {
    int count = 0;
    return ::ioctl(process_.input.number(), FIONREAD, &count) == 0 && count > 0;
}

Subprocess::SendResult Subprocess::send(std::string_view bytes) {
    if (input_unread_) return SendResult::pipe_closed;
    if (!unsent_.empty()) {
        unsent_ += bytes;
        return SendResult::accepted;
    }
    const ssize_t count = write(process_.input.number(), bytes.data(), bytes.size());
    if (count < 0 && errno == EPIPE) {
        input_unread_ = true;
        return SendResult::pipe_closed;
    }
    if (count > 0) bytes.remove_prefix(static_cast<std::size_t>(count));
    unsent_ = bytes;
    return SendResult::accepted;
}

void Subprocess::close_input() {
    process_.input.close();
    unsent_.clear();
}

Subprocess::Watched Subprocess::watched() const {
    return {{
        {output_ended_ ? -1 : process_.output.number(), POLLIN, 0},
        {process_.errors.number(), POLLIN, 0},
        {exited_ ? -1 : process_.child.exit.number(), POLLIN, 0},
        {unsent_.empty() ? -1 : process_.input.number(), POLLOUT, 0},
    }};
}

void Subprocess::attend(std::span<const pollfd, watched_count> ready) {
    if (ready[3].revents != 0) write_unsent();
    if (ready[1].revents != 0) read_errors();
    if (ready[2].revents != 0) {
        // Processes that still hold the pipes are not waited for, but output written before the
        // exit is read.
        exited_ = true;
        read_output(reads_at_once);
        read_errors();
    } else if (ready[0].revents != 0) {
        read_output(1);
    }
}

void Subprocess::write_unsent() {
    const std::string_view rest = std::string_view(unsent_).substr(sent_);
    const ssize_t count = write(process_.input.number(), rest.data(), rest.size());
    if (count > 0) {
        sent_ += static_cast<std::size_t>(count);
    } else if (errno == EPIPE) {
        input_unread_ = true;
    }
    if (sent_ == unsent_.size() || input_unread_) {
        unsent_.clear();
        sent_ = 0;
    }
}

void Subprocess::read_output(std::size_t reads) {
    for (; reads > 0 && !output_ended_; --reads) {
        const std::span<char> room = output_.room(read_size);
        const ssize_t count = read(process_.output.number(), room.data(), room.size());
        if (count > 0) {
            output_.filled(static_cast<std::size_t>(count));
        } else if (count == 0) {
            output_ended_ = true;
        } else {
            return; // nothing there yet
        }
    }
}

void Subprocess::read_errors() {
    std::array<char, read_size> buffer; // NOLINT(cppcoreguidelines-pro-type-member-init)
    for (std::size_t reads = 0; reads < reads_at_once && process_.errors; ++reads) {
        const ssize_t count = read(process_.errors.number(), buffer.data(), buffer.size());
        if (count == 0) process_.errors.close();
        if (count <= 0) return;
        errors_.append(buffer.data(), static_cast<std::size_t>(count));
        if (errors_.size() > 2 * errors_kept) errors_.erase(0, errors_.size() - errors_kept);
    }
}

std::string Subprocess::take_errors() {
    return std::exchange(errors_, {});
}

ExitStatus Subprocess::reap(std::chrono::milliseconds limit) {
    if (descendants_.empty()) {
        signal(SIGKILL);
    } else {
        signal_all(SIGKILL);
        descendants_.wait_for_end(until_descendants_end);
    }
    read_errors();
    const std::optional<int> status = vow::reap(process_.child, limit);
    exited_ = is_reaped_ = true;
    if (!status) return {ExitStatus::Kind::given_up};
    if (WIFSIGNALED(*status)) return {ExitStatus::Kind::signalled, WTERMSIG(*status)};
    return {ExitStatus::Kind::exited, WEXITSTATUS(*status)};
}

} // namespace vow::client
