#pragma once

#include "modules/sdk/cpp/child_process.h"
#include "modules/sdk/cpp/log.h"
#include "modules/sdk/cpp/return_codes.h"
#include "protocol/promise/promise.h"

#include <optional>
#include <string>
#include <vector>

namespace vow::modules {

/// A commands promise, read once from its attributes.
struct CommandPromise {
    enum class Output { quoted, silent }; ///< lines are logged at notice, or not at all

    std::string line; ///< with all arguments, for messages and for the shell
    Program program;
    Output output = Output::quoted;
    bool uses_shell = false;
    bool module =
        false; ///< the outcome brings the output, whose lines define variables and classes
    bool preview = false; ///< runs even when nothing may be changed
    bool inform = true;   ///< says at info that it runs
    ReturnCodes codes = {};

    /// None when the promise makes no sense; errors say why.
    static std::optional<CommandPromise> from(const Promise& promise, Log& log);
};

} // namespace vow::modules
