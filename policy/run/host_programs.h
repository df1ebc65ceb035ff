#pragma once

#include "policy/run/answer.h"
#include "policy/run/dialogue.h"
#include "protocol/system/command.h"
#include "protocol/system/running_process.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace vow {

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
