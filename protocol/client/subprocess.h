#pragma once

#include "protocol/client/progress.h"
#include "protocol/wire/line_buffer.h"

#include <array>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <poll.h>

namespace vow::client {

/// How a process ended.
struct ExitStatus {
    enum class Kind { exited, signalled, unknown };

    Kind kind = Kind::unknown;
    int number = 0; ///< the exit code or the signal
};

/// "exited with status 3", "was ended by signal 9 (SIGKILL)".
std::string text_of(ExitStatus status);

/// A child process with pipes to its standard streams, in a process group of its own, with every
/// signal at its default and no other descriptor. It never blocks and never waits: whoever polls
/// asks what to watch and tells what happened. It knows nothing of the protocol.
class Subprocess {
public:
    /// Starts `command`, a path and its arguments. Throws std::system_error.
    explicit Subprocess(
        const std::vector<std::string>& command, Progress progress = Progress::unwatched
    );
    Subprocess(const Subprocess&) = delete;
    Subprocess& operator=(const Subprocess&) = delete;
    /// Kills the group at once if reap() was not called.
    ~Subprocess();

    enum class Sent { taken, nobody_reads };

    /// Writes what the pipe takes now; the rest goes as attend() finds room.
    Sent send(std::string_view bytes);
    void close_input();

    static constexpr std::size_t watched_count = 4;
    using Watched = std::array<pollfd, watched_count>;

    /// What poll() is to watch. An entry with a negative number is left out by it.
    Watched watched() const;
    /// Reads and writes what poll() found to be ready.
    void attend(std::span<const pollfd, watched_count> ready);

    /// What came on standard output.
    wire::LineBuffer& output() { return output_; }
    const wire::LineBuffer& output() const { return output_; }
    /// What came on standard error and was not taken yet; of a flood the last part.
    std::string take_errors();

    /// Standard output was closed, and everything was read from it.
    bool output_ended() const { return output_ended_; }
    /// Standard input was closed by the process.
    bool input_unread() const { return input_unread_; }
    bool exited() const { return exited_; }
    /// Also the number of its group.
    int process_id() const;

    /// Sends a signal to the whole group. The group keeps its number until reap().
    void signal(int number);
    /// Kills what is left of the group, and collects the exit status. Blocks unless exited().
    ExitStatus reap();

private:
    struct Process; ///< Boost's handle; only the .cpp file sees that library

    void read_output(std::size_t reads);
    void read_errors();
    void write_unsent();

    std::unique_ptr<Process> process_;
    wire::LineBuffer output_;
    std::string errors_;
    std::string unsent_;
    std::size_t sent_ = 0; ///< of unsent_
    bool exited_ = false;
    bool output_ended_ = false;
    bool input_unread_ = false;
};

} // namespace vow::client
