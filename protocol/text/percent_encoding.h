#pragma once

#include <string>
#include <string_view>

namespace vow {

/// The text for a part of a URL or of a form: all bytes but letters, digits and -_.~ as `%` and
/// their number, in two digits (RFC 3986, section 2.1).
std::string percent_encoded(std::string_view text);

/// The bytes that a text encodes; a `%` without two digits after it stays.
std::string percent_decoded(std::string_view text);

} // namespace vow
