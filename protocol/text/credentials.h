#pragma once

#include <optional>
#include <string>
#include <string_view>

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

} // namespace vow
