#pragma once

#include "protocol/client/subprocess.h"
#include "protocol/harness/subject.h"
#include "protocol/harness/wait.h"

#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace vow {

class Secrets;

} // namespace vow

namespace vow::harness {

/// Sends bytes to a running module and reads lines from it, without judging either. It blocks, but
/// longer than its limit only if the module gets no processor (Wait). A line of over 64 MiB counts
/// as the end of the output. The protocol is Dialogue's business.
class Conversation {
public:
    using Clock = std::chrono::steady_clock;
    using Milliseconds = std::chrono::milliseconds;

    /// Starts the module. `limit` applies to each wait. Throws client::ModuleError when the module
    /// cannot be started.
    Conversation(const Subject& subject, Milliseconds limit);

    void send(std::string_view bytes);
    /// Waits until the module has read all that was sent, within the limit.
    void wait_until_read() const;
    void close_input() { subprocess_.close_input(); }

    enum class Silence { none, too_long, output_ended };

    Milliseconds limit() const { return limit_; }
    /// A wait that begins now, with the limit of the conversation.
    Wait begin_wait() const { return {process_id(), limit_}; }
    /// The next line of standard output without its "\n", but with any other byte. nullopt for the
    /// reason that silence() returns. A caller that reads several lines does so in one wait: a
    /// module that never stops logging does not answer.
    std::optional<std::string> next_line(Wait& wait);
    std::optional<std::string> next_line_within(Milliseconds limit) {
        Wait wait(process_id(), limit);
        return next_line(wait);
    }
    /// Why next_line() returned nullopt.
    Silence silence() const { return silence_; }
    /// The time in which nothing came, or the process did not exit, if that was too long, and its
    /// use by the module: "within 10 seconds; ...".
    const std::string& late_text() const { return late_text_; }
    /// Whether the module worked most of that time, and may only be slow.
    bool was_busy() const { return was_busy_; }
    /// The bytes after the last line end.
    std::string unfinished_line() const { return std::string(subprocess_.output().unfinished()); }

    /// Waits for the process to exit, within the limit.
    bool wait_for_end();
    /// Kills what is left of the group, and returns the exit status of the module.
    client::ExitStatus status();
    bool has_ended() const { return subprocess_.has_exited(); }

    void signal(int number) { subprocess_.signal(number); }
    int process_id() const { return subprocess_.process_id(); }
    /// All standard error output so far.
    const std::string& errors();
    /// Standard error output since the last call.
    std::string new_errors();

    struct Line {
        enum class Speaker { agent, module };
        Speaker speaker;
        std::string text; ///< without the line end
    };
    /// The lines of both sides, for reports.
    const std::vector<Line>& lines() const { return lines_; }
    /// Stops recording lines: for thousands of requests.
    void stop_recording() { is_recording_ = false; }

private:
    void pump(Clock::time_point deadline);
    void record(Line::Speaker speaker, std::string_view text);

    client::Subprocess subprocess_;
    Milliseconds limit_;
    Silence silence_ = Silence::none;
    std::string late_text_;
    bool was_busy_ = false;
    std::string errors_;
    std::size_t errors_returned_ =
        0; ///< length of the part of errors_ that new_errors() has returned
    std::vector<Line> lines_;
    bool is_recording_ = true;
    std::optional<client::ExitStatus> status_;
};

/// Why a module does not answer any more: how it exited, or how long it has been silent, and the
/// last lines of its standard error output, in which the secrets are hidden (null: there are none).
std::vector<std::string> cause_of_silence(Conversation& conversation, const Secrets* secrets);

} // namespace vow::harness
