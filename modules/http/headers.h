#pragma once

#include "protocol/promise/promise.h"

#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace vow::modules {

/// A header of a request; its value may be a secret.
struct RequestHeader {
    std::string name;
    std::string value;
};

using RequestHeaders = std::vector<RequestHeader>;

/// Parses the headers in an attribute: a text of lines "name: value", a list of such lines, or data
/// with a member for each. Otherwise returns the fault, in words that follow the attribute's name
/// and contain no value.
std::variant<RequestHeaders, std::string> headers_from(const AttributeValue& value);

/// Null for a missing header. Ignores the case of the name.
const RequestHeader* find_header(const RequestHeaders& headers, std::string_view name);

/// True if a header of that name probably holds a secret: passwords, tokens, cookies.
bool is_secret_name(std::string_view name);

/// Header lines in libcurl's format.

/// "Name: value"; ends in a semicolon without a value.
std::string line_of(const RequestHeader& header);

/// True if a line has that name (given in lower case).
bool is_called(std::string_view line, std::string_view name);

/// The text after the colon, without surrounding blanks.
std::string value_in(std::string_view line);

} // namespace vow::modules
