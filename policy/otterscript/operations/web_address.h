#pragma once

#include "policy/otterscript/statements/operation_run.h"

#include <optional>
#include <string>
#include <string_view>

namespace vow::otterscript {

/// A user and a password, for a server that requires them.
struct Login {
    std::string user;
    std::string password;
};

/// An http or https URL with a user and a password in it, as the types `http` and `git` take them:
/// neither shows them. Other URLs are returned as they are.
std::string with_login(const std::string& url, const std::optional<Login>& login);

/// The properties UserName and Password of an operation or, without them, those of credentials of
/// the inventory, which may be null. nullopt without a user. The password is masked from here on.
std::optional<Login> login_of(OperationRun& run, const Secured* credentials);

/// The property of a resource or of credentials; empty if they lack it. Ends the operation if a
/// secret cannot be read.
std::string secured_text(OperationRun& run, const Secured& secured, std::string_view property);

} // namespace vow::otterscript
