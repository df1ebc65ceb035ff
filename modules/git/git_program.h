#pragma once

#include "modules/sdk/cpp/tool.h"
#include "protocol/description/description.h"
#include "protocol/promise/promise.h"
#include "protocol/text/credentials.h"

#include <optional>
#include <string>
#include <vector>

namespace vow::modules {

/// The parsed attributes of a `git` promise.
struct GitSettings {
    std::string destination;
    std::string repository;                 ///< without the user and password of its address
    std::optional<Credentials> credentials; ///< these
    std::string remote;                     ///< its name in the clone
    std::string version;   ///< a branch, a tag, a commit, or HEAD for the remote's default branch
    std::string reference; ///< a repository to borrow objects from; may be empty
    std::string executable;
    std::string ssh_command;
    std::string depth; ///< "0": the whole history
    bool bare;
    bool clone;
    bool force;
    bool recursive;
    bool update;

    explicit GitSettings(const Promise& promise);
};

/// The description of `git` promises.
PromiseTypeDescription git_type();

/// The git program of one promise. It gets the credentials of the repository's address by its
/// environment, never as arguments, and starts only an ssh that can be trusted. Borrows its
/// arguments.
class GitProgram {
public:
    GitProgram(const GitSettings& settings, const Promise& promise, Log& log)
        : settings_(settings),
          promise_(promise),
          log_(log) {}

    /// The helpers that our user's own settings name, which give passwords and get them to keep.
    enum class Helpers { asked, ignored };

    /// Runs git in a folder; in ours if it is empty.
    ToolRun
    run(const std::vector<std::string>& arguments, const std::string& folder, Helpers helpers
    ) const;

private:
    std::optional<std::string> objection_to_ssh() const;

    const GitSettings& settings_;
    const Promise& promise_;
    Log& log_;
};

} // namespace vow::modules
