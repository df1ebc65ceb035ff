#pragma once

#include "modules/packages/package_method.h"
#include "modules/sdk/cpp/tool.h"
#include "protocol/promise/record.h"

#include <optional>
#include <string>
#include <string_view>

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

/// Compares versions by the commands of a method if it has them, otherwise by their parts. Borrows
/// both.
class VersionOrder {
public:
    VersionOrder(const PackageMethod& method, PackageCommands& commands)
        : method_(method),
          commands_(commands) {}

    /// Negative, 0 or positive, as left is older than, equal to or newer than right. nullopt if
    /// they cannot be compared (compare_package_versions).
    std::optional<int> compare(const std::string& left, const std::string& right);

private:
    bool is_true(std::string_view comparison, const std::string& left, const std::string& right);

    const PackageMethod& method_;
    PackageCommands& commands_;
};

/// Orders two versions: <0 if `left` is older, 0 if they are equal, >0 if it is newer. Versions are
/// split at each character that is neither a letter nor a digit, and their parts are compared as
/// texts: 1.10 is older than 1.2. nullopt if their separators differ.
std::optional<int> compare_package_versions(std::string_view left, std::string_view right);

} // namespace vow::modules
