#pragma once

#include "protocol/description/description.h"
#include "protocol/promise/promise.h"
#include "protocol/text/credentials.h"

#include <optional>
#include <string>

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

} // namespace vow::modules
