#pragma once

#include "policy/run/facts.h"

#include <string>

namespace vow::agent {

/// A fact as data: a text is a string, a list an array.
Data data_of(const Fact& fact);

/// A text as it is, anything else as JSON.
std::string text_of(const Fact& fact);

} // namespace vow::agent
