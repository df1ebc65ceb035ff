#pragma once

#include "protocol/system/trust.h"

#include <string>
#include <string_view>

namespace vow {

/// How a command ended, and the exit status, signal number, errno or process id that goes with it.
struct CommandEnding {
    enum class Kind {
        exited,
        signalled,
        timed_out,
        stopped,
        given_up, ///< to be ended, but it goes on after SIGKILL
        not_started
    };

    Kind kind;
    int number = 0;
    // Of not_started only:
    std::string_view failed_call = {}; ///< "chdir", "setuid", "exec", ...
    std::string reason = {};           ///< "No such file or directory"
};

/// Receives the output of a running command, and decides whether it goes on.
class CommandListener {
public:
    virtual ~CommandListener() = default;
    /// Receives what the command wrote to the captured files, in pieces of any length.
    virtual void output(std::string_view bytes) = 0;
    /// Receives its standard error, if that is captured apart from its standard output.
    virtual void errors(std::string_view /*bytes*/) {}
    /// Called at least every second; true ends the command.
    virtual bool is_stopped() const = 0;
};

/// Runs a command for its output, until it has exited and its output is closed. On its limit, and
/// when the listener stops it, its process group and its other descendants get SIGTERM and, five
/// seconds later, SIGKILL; five more seconds later it is given up. A process that a command leaves
/// in the background without our pipe when it ends by itself lives on.
CommandEnding run_command(const TrustedCommand& command, CommandListener& listener);

} // namespace vow
