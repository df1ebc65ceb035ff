#pragma once

#include <string>

namespace vow::modules {

/// A URL for messages: users, passwords and tokens are replaced by "***".
std::string shown_url(const std::string& url);

/// Scheme, host and port, "https example.org 443"; empty if it is not a URL. Credentials for one
/// origin are not for another.
std::string origin_of(const std::string& url);

} // namespace vow::modules
