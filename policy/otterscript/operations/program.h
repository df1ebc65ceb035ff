#pragma once

#include "policy/otterscript/statements/operation_run.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace vow::otterscript {

/// A program that an operation runs, as a promise of type `commands` in a process of its own.
struct Program {
    std::string path = {}; ///< absolute
    std::vector<std::string> arguments = {};
    std::vector<std::string> environment = {}; ///< NAME=VALUE
    std::string folder = {};                   ///< absolute
    std::string input = {};                    ///< for its standard input
    /// Receives the lines of standard output and of standard error.
    std::function<void(std::string_view)> output = {};
    std::function<void(std::string_view)> errors = {};
};

/// Runs it. Returns its exit status; nullopt in a simulation. Ends the operation if it cannot be
/// run or is ended by a signal.
std::optional<std::int64_t> run_program(OperationRun& run, const Program& program);

/// The absolute path of a program: one without a slash is searched on PATH, others are in the
/// working directory. Ends the operation if none is found.
std::string program_path(OperationRun& run, const std::string& name);

/// Logs lines at the level that a property names: a word or a number.
std::function<void(std::string_view)>
log_lines(OperationRun& run, std::string_view property, LogLevel usual);

/// The words of a command line, between blanks; quotes group, nothing escapes.
std::vector<std::string> command_words(std::string_view line);

/// A condition such as `>= 1`, or the one number that is a success.
bool is_success(OperationRun& run, std::int64_t status, std::string_view condition);

} // namespace vow::otterscript
