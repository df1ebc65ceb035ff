#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace vow::modules {

/// A program to run for its output: what, as whom, and where.
struct Program {
    std::vector<std::string> arguments; ///< the first is the path of the executable
    std::string directory = {};         ///< to run in; empty: where we are
    std::string root = {};              ///< to be confined to; empty: not at all
    std::optional<std::uint32_t> user = {};
    std::optional<std::uint32_t> group = {};
    std::uint32_t umask = 077;
    std::optional<std::chrono::seconds> limit = {}; ///< then its whole process group is ended
};

/// How a program ended, and the exit status, signal number or errno that goes with it.
struct ProgramEnding {
    enum class Kind { exited, signalled, timed_out, stopped, not_started };

    Kind kind;
    int number = 0;
    std::string_view failed_call = {}; ///< of not_started: "chdir", "setuid", "exec", ...
};

/// The asker's side of a running program.
class ProgramListener {
public:
    virtual ~ProgramListener() = default;
    /// What it wrote to stdout and stderr, in pieces of any length, as they come.
    virtual void output(std::string_view bytes) = 0;
    /// Asked at least every second: true ends the program.
    virtual bool stopped() const = 0;
};

/// Runs a program until it has exited and nobody holds its output open, in a process group of its
/// own, with an empty stdin. What it leaves running in the background without our pipe lives on.
ProgramEnding run(const Program& program, ProgramListener& listener);

/// The words of a command line; quotes (", ' and `) group, nothing escapes.
std::vector<std::string> words_of(std::string_view command_line);

} // namespace vow::modules
