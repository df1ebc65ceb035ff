#pragma once

#include "modules/sdk/cpp/return_codes.h"
#include "protocol/promise/promise.h"
#include "protocol/promise/record.h"
#include "protocol/system/command.h"

#include <string>

namespace vow::modules {

/// A commands promise, read once from its attributes, which were found valid and have their
/// defaults.
struct CommandPromise {
    enum class Output { quoted, silent }; ///< lines are logged at notice, or not at all

    std::string line; ///< with all arguments, for messages and for the shell
    Command program = {.arguments = {}, .umask = 077};
    std::string owner = {}; ///< exec_owner; empty: we
    std::string group = {};
    Output output = Output::quoted;
    bool uses_shell = false;
    bool module =
        false; ///< the outcome brings the output, whose lines define variables and classes
    bool preview = false; ///< runs even when nothing may be changed
    bool inform = true;   ///< says at info that it runs
    ReturnCodes codes = {};

    static CommandPromise from(const Promise& promise);

    /// Looks up the numbers of owner and group. False: the machine has none such, which is said.
    bool take_accounts(Record& record);
};

} // namespace vow::modules
