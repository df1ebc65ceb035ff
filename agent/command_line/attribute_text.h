#pragma once

#include "protocol/data/data.h"

#include <string>
#include <variant>

namespace vow::agent {

/// Parses an attribute as typed: "name=value", a text, or "name:=JSON", any data. Otherwise returns
/// a message for the user.
std::variant<Data::Member, std::string> attribute_from(const std::string& text);

/// The attribute in the form in which it is typed.
std::string typed(const Data::Member& attribute);

} // namespace vow::agent
