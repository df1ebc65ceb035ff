#pragma once

#include "modules/git/git_program.h"
#include "modules/git/private_folder.h"
#include "protocol/system/place.h"

#include <string>
#include <variant>
#include <vector>

namespace vow::modules {

/// The resolved version at the remote.
struct RemoteVersion {
    std::string commit;
    std::string branch = {}; ///< empty for a tag or a commit
};

/// A repository on this machine, through the git program. Borrows its arguments.
class Repository {
public:
    Repository(const GitSettings& settings, const Promise& promise, Log& log)
        : settings_(settings),
          log_(log),
          program_(settings, promise, log) {}

    /// True if the destination exists and is not an empty folder.
    bool exists() const;
    bool is_repository() const;

    /// Runs git in the destination, except for cloning.
    ToolRun clone() const;
    ToolRun git(const std::vector<std::string>& arguments) const;

    /// The checked-out commit; empty before the first one.
    std::string commit() const;
    /// The checked-out branch; empty if HEAD is detached.
    std::string branch() const;
    bool has_local_changes() const;
    bool contains(const std::string& commit) const;
    /// Resolves the promised version at the remote, or returns the reason why it cannot. Fetches
    /// nothing.
    std::variant<RemoteVersion, std::string> remote_version() const;

private:
    /// Whether other users can exchange the destination while git works there.
    bool is_exchangeable() const;
    ToolRun clone_to(const std::string& folder) const;
    /// Clones in a folder that no other user can exchange, and moves the clone to its place.
    ToolRun clone_apart() const;
    /// Clones to a folder on another mount than the private one, which shows it to git.
    ToolRun clone_in_place(const Place& target, const PrivateFolder& apart) const;
    ToolRun run(const std::vector<std::string>& arguments, const std::string& directory) const;

    const GitSettings& settings_;
    Log& log_;
    const GitProgram program_;
};

} // namespace vow::modules
