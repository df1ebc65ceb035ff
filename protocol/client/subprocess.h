#pragma once

#include "protocol/system/child.h"
#include "protocol/system/descendants.h"
#include "protocol/wire/line_buffer.h"

#include <array>
#include <chrono>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include <poll.h>

namespace vow::client {

/// How a process ended.
struct ExitStatus {
    enum class Kind {
        exited,
        signalled,
        given_up, ///< it goes on after SIGKILL
        unknown
    };

    Kind kind = Kind::unknown;
    int number = 0; ///< the exit code or the signal
};

/// "exited with status 3", "was ended by signal 9 (SIGKILL)".
std::string text_of(ExitStatus status);

/// A child process with pipes to its standard streams, in a process group of its own, with default
/// signal handling and no other descriptors. It never blocks: the caller polls watched() and calls
/// attend(). It knows nothing about the protocol.
class Subprocess {
public:
    /// Throws std::system_error if the command cannot be started.
    explicit Subprocess(const TrustedCommand& command) : process_(started(command)) {}
    Subprocess(const Subprocess&) = delete;
    Subprocess& operator=(const Subprocess&) = delete;
    /// Kills the group if reap() was not called.
    ~Subprocess();

    enum class SendResult { accepted, pipe_closed };

    /// Writes as much as the pipe takes now; attend() writes the rest.
    SendResult send(std::string_view bytes);
    void close_input();

    static constexpr std::size_t watched_count = 4;
    using Watched = std::array<pollfd, watched_count>;

    /// The descriptors to poll. poll() skips entries with a negative number.
    Watched watched() const;
    /// Reads and writes the descriptors that poll() found ready.
    void attend(std::span<const pollfd, watched_count> ready);

    /// Received on standard output.
    wire::LineBuffer& output() { return output_; }
    const wire::LineBuffer& output() const { return output_; }
    /// Returns and clears what came on standard error; the last part of it if there was too much.
    std::string take_errors();

    /// True once standard output is closed and fully read.
    bool is_output_closed() const { return output_ended_; }
    /// True once the process has closed its standard input.
    bool is_input_closed() const { return input_unread_; }
    /// Whether bytes that were sent have not been read by the process yet.
    bool has_unread_input() const;
    bool has_exited() const { return exited_; }
    /// Also the number of its group.
    int process_id() const { return process_.child.pid; }

    /// Signals the process and its group. Both keep their numbers until reap().
    void signal(int number) const { signal_group(process_.child, number); }
    /// Begins a piece of work: the process counts as the cause of its daemons that start from now.
    void begin_work() { work_begin_ = ProcessTime::now(); }
    /// Signals its descendants that have left the group, as well as the process and its group. Of
    /// its daemons, those that were started by the present work.
    void signal_all(int number) { descendants_.signal_all(process_.child, work_begin_, number); }
    /// Kills the rest of the group, and returns the exit status. Waits no longer than `limit`, and
    /// then gives the process up. After signal_all(), kills all descendants, and waits five seconds
    /// at most until they have ended, too.
    ExitStatus reap(std::chrono::milliseconds limit = std::chrono::seconds(1));

private:
    struct Process {
        Child child;
        FileDescriptor input, output, errors; ///< our ends of its pipes
    };

    static Process started(const TrustedCommand& command);

    void read_output(std::size_t reads);
    void read_errors();
    void write_unsent();

    Process process_;
    Descendants descendants_;
    ProcessTime work_begin_ = ProcessTime::now();
    bool is_reaped_ = false;
    wire::LineBuffer output_;
    std::string errors_;
    std::string unsent_;
    std::size_t sent_ = 0; ///< of unsent_
    bool exited_ = false;
    bool output_ended_ = false;
    bool input_unread_ = false;
};

} // namespace vow::client
