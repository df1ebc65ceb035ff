#pragma once

#include "protocol/client/subprocess.h"
#include "protocol/harness/subject.h"

#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace vow::harness {

/// Bytes to and lines from a running module, without manners: whatever is to be sent is sent, and
/// what comes is what came. It blocks, but never longer than its limit. It knows no protocol; that
/// is Dialogue's.
class Conversation {
public:
    using Clock = std::chrono::steady_clock;
    using Milliseconds = std::chrono::milliseconds;

    /// Starts the module. `limit` is how long each wait may take. Throws client::ModuleError when
    /// it cannot be started.
    Conversation(const Subject& subject, Milliseconds limit);

    void send(std::string_view bytes);
    void close_input() { subprocess_.close_input(); }

    enum class Silence { none, too_long, output_ended };

    /// The next line of standard output without its "\n", but with any other byte. None: silence().
    std::optional<std::string> next_line() { return next_line_within(limit_); }
    std::optional<std::string> next_line_within(Milliseconds limit);
    /// Why next_line() had none to give.
    Silence silence() const { return silence_; }
    /// Bytes that came after the last line end.
    std::string unfinished_line() const { return std::string(subprocess_.output().unfinished()); }

    /// Waits for the end of the process, within the limit.
    bool wait_for_end();
    /// Ends what is left, and says how the module itself ended.
    client::ExitStatus status();
    bool has_ended() const { return subprocess_.exited(); }

    void signal(int number) { subprocess_.signal(number); }
    int process_id() const { return subprocess_.process_id(); }
    /// What came on standard error so far.
    const std::string& errors();
    /// What came on standard error since the last time this was asked.
    std::string new_errors();

    struct Line {
        enum class Speaker { agent, module };
        Speaker speaker;
        std::string text; ///< without the line end
    };
    /// All that was said, for the reader of a report.
    const std::vector<Line>& lines() const { return lines_; }
    /// From now on nothing is remembered: for thousands of requests.
    void forget() { remembers_ = false; }

private:
    void pump(Clock::time_point deadline);
    void remember(Line::Speaker speaker, std::string_view text);

    client::Subprocess subprocess_;
    Milliseconds limit_;
    Silence silence_ = Silence::none;
    std::string errors_;
    std::size_t errors_told_ = 0; ///< of errors_, by new_errors()
    std::vector<Line> lines_;
    bool remembers_ = true;
    std::optional<client::ExitStatus> status_;
};

} // namespace vow::harness
