#pragma once

#include "agent/report/log_settings.h"
#include "protocol/system/trust.h"

#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include <sys/types.h>

namespace vow::agent {

/// Writes text to a file descriptor, in large pieces, or line by line on a terminal. If the reader
/// closes its end, the run continues: further output is dropped, and broken() returns the reason.
class Output {
public:
    enum class Buffering { lines, blocks };

    /// Borrows the descriptor.
    Output(int descriptor, Buffering buffering) : descriptor_(descriptor), buffering_(buffering) {
        buffer_.reserve(block);
    }
    Output(const Output&) = delete;
    Output& operator=(const Output&) = delete;
    ~Output() { flush(); }

    void write(std::string_view text) {
        if (buffer_.size() + text.size() > block) flush();
        buffer_ += text;
    }
    /// Ends a line, which is written at once if lines are buffered.
    void end_line() {
        write("\n");
        if (buffering_ == Buffering::lines) flush();
    }
    void flush();
    /// Buffered output, for a crash handler that has to write it itself.
    std::string_view pending() const { return buffer_; }

    /// Lines on a terminal that stay below everything else until they are replaced or removed, cut
    /// to the width and the height of the terminal. These may be called from another thread.
    void show_status(std::string_view line);
    void show_status(const std::vector<std::string>& lines);
    void hide_status();

    /// The errno of the write that failed; 0 if none did.
    int broken() const { return broken_; }
    /// Writes the rest. If `what` could not be written completely, prints the reason on standard
    /// error, and returns ExitStatus::not_kept where `status` is that of a success. Otherwise
    /// returns `status`.
    int finished(int status, std::string_view what);
    /// Forks this process, as fork(2) does, when no other thread is writing here.
    pid_t fork();
    int descriptor() const { return descriptor_; }
    bool is_interactive() const { return buffering_ == Buffering::lines; }

private:
    static constexpr std::size_t block = 1 << 16;

    void write_out(std::string_view text);
    void erase_status();
    void begin_status();

    int descriptor_;
    Buffering buffering_;
    int broken_ = 0;
    std::string buffer_;
    std::mutex terminal_; ///< guards output and status line
    std::size_t status_lines_ = 0;
};

/// Lines on a terminal, blocks elsewhere.
Output::Buffering buffering_for(int descriptor);

/// Whether what goes to a descriptor is coloured. By itself only on a terminal that can show
/// colours (TERM is not `dumb`), unless NO_COLOR forbids them (no-color.org).
bool is_colored(Color chosen, int descriptor);

/// Whether a descriptor is a terminal that can move its cursor: for lines that are replaced.
bool can_move_cursor(int descriptor);

/// restrict_search_path() for a command without a log: prints the warnings to standard error.
void restrict_path_aloud(const Trust& trust);

} // namespace vow::agent
