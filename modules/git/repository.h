#pragma once

#include "modules/git/git_settings.h"
#include "modules/sdk/cpp/tool.h"

#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace vow::modules {

/// What a version means at the remote.
struct RemoteVersion {
    std::string commit;
    std::string branch = {}; ///< empty: a tag or a commit
};

/// A repository on this machine, by the git program. It borrows what it is made of.
class Repository {
public:
    Repository(const GitSettings& settings, const Promise& promise, Log& log)
        : settings_(settings),
          promise_(promise),
          log_(log) {}

    /// Whether something stands in the destination already; an empty folder is nothing.
    bool exists() const;
    bool is_repository() const;

    /// Runs git; in the destination, but for cloning.
    ToolRun clone() const;
    ToolRun git(const std::vector<std::string>& arguments) const;

    /// The commit that is checked out; empty: none.
    std::string commit() const;
    /// The branch that is checked out; empty: none, or a commit by itself.
    std::string branch() const;
    bool has_local_changes() const;
    bool contains(const std::string& commit) const;
    /// What the promised version is at the remote; or why that cannot be found out. Nothing is
    /// fetched.
    std::variant<RemoteVersion, std::string> remote_version() const;

private:
    ToolRun run(const std::vector<std::string>& arguments, const std::string& directory) const;

    const GitSettings& settings_;
    const Promise& promise_;
    Log& log_;
};

} // namespace vow::modules
