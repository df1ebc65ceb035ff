#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace vow {

/// The text with `//***@` for each user and password in an address: `//USER:PASSWORD@HOST`, and for
/// a user without one in an address of the web, which can be a token: `https://TOKEN@HOST`.
std::string without_credentials(std::string_view text);

/// An address whose user and password were taken out, and these, decoded.
struct Credentials {
    std::string address;
    std::string origin; ///< scheme, host and port: `https://example.org:8443`
    std::string user;
    std::optional<std::string> password;
};

/// nullopt if a text is not an http or https address with a user.
std::optional<Credentials> credentials_of(std::string_view address);

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
