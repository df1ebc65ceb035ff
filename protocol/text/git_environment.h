#pragma once

#include "protocol/text/credentials.h"

#include <string>
#include <utility>
#include <vector>

namespace vow {

/// Settings of git that it reads from variables of its environment, which other users cannot see,
/// as they see its arguments. It does not start git.
class GitEnvironment {
public:
    /// No helper that the user's own settings name gives passwords, nor gets one to keep. Call it
    /// before credentials are added.
    void leave_out_helpers();
    /// For the origin of the credentials alone, so that no other server gets the password. An
    /// address with them would be an argument of git, and a part of the clone.
    void add(const Credentials& credentials);
    /// NAME=VALUE; git does not wait for a person either.
    std::vector<std::string> variables() const;

private:
    std::vector<std::pair<std::string, std::string>> settings_;
    std::vector<std::string> secrets_; ///< for the helper
};

} // namespace vow
