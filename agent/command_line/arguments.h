#pragma once

#include "protocol/data/data.h"

#include <string>
#include <variant>

namespace vow::agent {

/// The path from the root, by the working folder at this time. An empty path stays empty, and links
/// are not resolved. A path is left as it is if the working folder is gone.
std::string absolute_path(const std::string& path);

/// Parses an attribute as typed: "name=value", a text, or "name:=JSON", any data. Otherwise returns
/// a message for the user.
std::variant<Data::Member, std::string> attribute_from(const std::string& text);

/// The attribute in the form in which it is typed.
std::string typed(const Data::Member& attribute);

} // namespace vow::agent
