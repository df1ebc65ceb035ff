#pragma once

#include "policy/run/answer.h"
#include "protocol/system/command.h"
#include "protocol/system/running_process.h"

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <poll.h>

namespace vow {

/// Lets others work until one of the descriptors is ready, as poll() has it, or the time has come.
/// May return earlier. May throw, which ends the dialogue.
using Pause = std::function<
    void(std::span<const pollfd> descriptors, std::chrono::steady_clock::time_point until)>;

/// A program of this machine that answers each line with a line. It ends with this object.
class Dialogue {
public:
    Dialogue() = default;
    Dialogue(const Dialogue&) = delete;
    Dialogue& operator=(const Dialogue&) = delete;
    virtual ~Dialogue() = default;

    /// Sends `line`, which has no line end, and returns the next line of the program. The reason is
    /// for a program that has ended or does not answer within `limit`; it gets no line after that.
    /// Until the answer arrives, waits by `pause`, or blocks if `pause` is empty.
    virtual Answer<std::string>
    exchange(std::string_view line, std::chrono::milliseconds limit, const Pause& pause) = 0;
    /// Returns and clears what the program wrote to standard error; the end of it if it is long.
    virtual std::string take_errors() = 0;
};

struct CommandResult {
    int exit_code;      ///< 128+N when ended by signal N
    std::string output; ///< captured output, unchanged
};

/// The identity of the agent's own process.
struct Self {
    std::uint32_t uid, gid;
    std::int64_t pid, parent;
};

/// The programs of a machine: what runs, and what evaluation may run by itself, for its output.
class HostPrograms {
public:
    HostPrograms() = default;
    HostPrograms(const HostPrograms&) = delete;
    HostPrograms& operator=(const HostPrograms&) = delete;
    virtual ~HostPrograms() = default;

    virtual std::optional<std::string> environment(const std::string& name) = 0;
    /// Sets a variable of the environment that commands and modules get from here on. Returns the
    /// folders of PATH that are left out, since others can put programs there: warnings.
    virtual std::vector<std::string>
    set_environment(const std::string& /*name*/, const std::string& /*value*/) {
        return {};
    }
    /// A command that prints more than `max_answer_bytes` is ended, and has no result.
    virtual Answer<CommandResult> run(const Command& command) = 0;
    /// Starts a program for a dialogue in lines.
    virtual Answer<std::unique_ptr<Dialogue>> start_dialogue(const Command& /*command*/) {
        return {.why_not = "this host runs no programs"};
    }
    /// The path of a file or folder that is installed with this program; empty if it is not.
    virtual std::string companion(std::string_view /*name*/) { return {}; }
    virtual std::vector<RunningProcess> processes() = 0;
    virtual Self self() = 0;
};

} // namespace vow
