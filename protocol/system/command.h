#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace vow {

/// A program to run, with all that its process gets: arguments, environment, identity, limits. A
/// value, and a wish: Trust::checked makes of it what `start` and `run_command` act on.
struct Command {
    enum class Capture {
        both, ///< as one stream
        standard_output,
        standard_error,
        apart, ///< both, each by itself
        none   ///< its output goes where ours goes
    };

    std::vector<std::string> arguments; ///< the first is the path of the executable
    std::string name = {}; ///< its argv[0], with which a shell begins its messages; empty: the path
    /// Paths of what it runs besides its program, such as an interpreter's script: only trusted
    /// users may be able to change these, too. They need not exist.
    std::vector<std::string> code = {};
    std::optional<std::vector<std::string>> environment = {}; ///< "NAME=value"; nullopt: ours
    std::string folder = {};                                  ///< to run in; empty: ours
    std::string root = {};                   ///< to be confined to; empty: not confined
    std::optional<std::uint32_t> user = {};  ///< also decides about the groups
    std::optional<std::uint32_t> group = {}; ///< nullopt: the primary one of `user`
    std::optional<std::uint32_t> umask = {};
    enum class Session {
        ours, ///< and its terminal
        own   ///< without a terminal
    };
    Session session = Session::ours;
    /// A descriptor that the process and its descendants keep open, as number 3, so that the locks
    /// on it live as long as they do; -1: none. A process of another user does not get it.
    int lock_descriptor = -1;

    // Of run_command only:
    std::string input = {}; ///< written to its stdin
    Capture capture = Capture::both;
    /// How long it may run; then its whole process group is ended.
    std::optional<std::chrono::milliseconds> limit = {};
    /// How long other processes may hold its output open after it has exited; nullopt: as long as
    /// they like.
    std::optional<std::chrono::milliseconds> output_hold = {};
};

/// Has the shell run a line, as system() and popen() do: its messages begin with "sh". All else is
/// that of `command`.
inline Command shell_command(std::string line, Command command = {}) {
    command.arguments = {"/bin/sh", "-c", std::move(line)};
    command.name = "sh";
    return command;
}

} // namespace vow
