#pragma once

#include "modules/sdk/cpp/log.h"
#include "protocol/promise/promise.h"
#include "protocol/promise/record.h"

#include <optional>
#include <string>

namespace vow::modules {

/// A user in this machine's /etc/passwd and /etc/shadow; those of directory services do not count.
struct Account {
    std::string name;
    std::string id;
    std::string group; ///< the number of its primary group
    std::string description;
    std::string home;
    std::string shell;
    /// Of the password; nullopt without permission to read it. Begins with `!` if the account is
    /// locked.
    std::optional<std::string> hash;

    bool is_locked() const { return hash && hash->starts_with('!'); }
};

/// nullopt when the user does not exist.
std::optional<Account> find_account(const std::string& name);

/// Whether a password in plain text is the one of a hash.
bool has_hash(const std::string& password, const std::string& hash);

/// Keeps a valid `users` promise with the machine's tools.
void keep_user(const Promise& promise, Record& record, Log& log);

} // namespace vow::modules
