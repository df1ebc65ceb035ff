#pragma once

#include "protocol/data/data.h"

#include <string>
#include <variant>

namespace vow::agent {

/// An attribute as it is typed: "name=value", a text, or "name:=JSON", which may be anything. Else
/// what is wrong with it, in words for its author.
std::variant<Data::Member, std::string> attribute_from(const std::string& text);

/// The attribute as it would be typed.
std::string typed(const Data::Member& attribute);

} // namespace vow::agent
