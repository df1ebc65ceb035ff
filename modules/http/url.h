#pragma once

#include <string>

namespace vow::modules {

/// A URL as messages may show it: what names a user, a password or a token is "***".
std::string shown_url(const std::string& url);

/// Its scheme, host and port, "https example.org 443"; empty: it is no URL. What is meant for one
/// origin is not for another.
std::string origin_of(const std::string& url);

} // namespace vow::modules
