#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace vow {

/// The forms in which a secret is found in texts that programs and functions write: as it is, in
/// JSON, in base64 (also as a part of a longer text, as in the header of HTTP basic
/// authentication), in hexadecimal digits, in URLs, in HTML and XML, quoted for a shell, and with
/// underscores as a class name. Digests, ciphers and other transformations are not among them: who
/// makes one of those has to add it as a secret of its own.
///
/// Base64 of a long secret is also found in lines of 64 and of 76 letters.
///
/// Encoded forms of less than eight bytes are left out, as they would be found in texts by chance.
std::vector<std::string> forms_of_secret(std::string_view secret);

} // namespace vow
