#pragma once

#include "protocol/promise/promise.h"

#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace vow::modules {

struct RequestHeader {
    std::string name;
    std::string value;
};

using RequestHeaders = std::vector<RequestHeader>;

/// The headers that an attribute holds, which is a text of lines "name: value", a list of such
/// lines, or data with a member for each; or what is wrong with it, in words that follow the
/// attribute's name and hold no value.
std::variant<RequestHeaders, std::string> headers_from(const AttributeValue& value);

/// Null: there is none of that name, whatever its case.
const RequestHeader* find_header(const RequestHeaders& headers, std::string_view name);

/// Whether what goes by that name is likely to be a secret: passwords, tokens, cookies.
bool is_secret_name(std::string_view name);

} // namespace vow::modules
