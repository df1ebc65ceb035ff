#pragma once

#include "protocol/promise/promise.h"

#include <string>

namespace vow::modules {

/// What a `git` promise says.
struct GitSettings {
    std::string destination;
    std::string repository;
    std::string remote;    ///< its name in the clone
    std::string version;   ///< a branch, a tag, a commit, or HEAD: the remote's own branch
    std::string reference; ///< a repository to borrow objects from; empty: none
    std::string executable;
    std::string ssh_command;
    std::string depth; ///< "0": all of the history
    bool bare;
    bool clone;
    bool force;
    bool recursive;
    bool update;

    explicit GitSettings(const Promise& promise);
};

} // namespace vow::modules
