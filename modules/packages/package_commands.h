#pragma once

#include "modules/sdk/cpp/tool.h"
#include "protocol/promise/record.h"

#include <string>

namespace vow::modules {

/// Runs the command lines of a package method for one promise.
class PackageCommands {
public:
    PackageCommands(const Promise& promise, Log& log, bool uses_shell)
        : promise_(promise),
          log_(log),
          uses_shell_(uses_shell) {}

    /// False if no shell is used and the first word is not an executable program.
    bool can_run(const std::string& line) const;
    ToolRun run(const std::string& line);
    /// An argument as the lines have it: quoted if a shell reads them.
    std::string argument(const std::string& text) const;

private:
    const Promise& promise_;
    Log& log_;
    bool uses_shell_;
};

} // namespace vow::modules
