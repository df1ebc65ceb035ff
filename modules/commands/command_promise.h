#pragma once

#include "modules/sdk/cpp/return_codes.h"
#include "protocol/promise/promise.h"
#include "protocol/promise/record.h"
#include "protocol/system/command.h"

#include <string>
#include <vector>

namespace vow::modules {

/// A commands promise, parsed from validated attributes with their defaults.
struct CommandPromise {
    enum class Output {
        quoted, ///< logged at notice
        plain,  ///< each line logged at info as it comes
        levels, ///< the lines of both outputs logged as they come, at levels of their own
        silent  ///< not logged
    };

    std::string line; ///< with all arguments, for messages and for the shell
    Command program = {.arguments = {}, .umask = 077};
    std::string owner = {}; ///< exec_owner; empty for the running user
    std::string group = {};
    std::vector<std::string> environment = {}; ///< changes of ours: "NAME=value", or "NAME"
    Output output = Output::quoted;
    LogLevel output_level = LogLevel::info; ///< of Output::levels
    LogLevel error_level = LogLevel::error;
    bool uses_shell = false;
    bool module =
        false; ///< the outcome carries the output, whose lines define variables and classes
    bool preview = false;  ///< run it in a dry run, too
    bool inform = true;    ///< log the execution at info
    bool is_quiet = false; ///< failures of the program are only in the outcome, not logged
    ReturnCodes codes = {};

    static CommandPromise from(const Promise& promise);

    /// Looks up owner and group, and sets the environment that goes with them; false, with an error
    /// in the record, if one does not exist.
    bool take_accounts(Record& record);
};

/// The executable in a promiser: only double quotes group words here.
std::string executable_of(std::string_view promiser);

} // namespace vow::modules
