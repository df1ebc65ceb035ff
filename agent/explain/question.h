#pragma once

#include "policy/run/policy_place.h"

#include <string_view>

namespace vow::agent {

/// The subject of `vow explain`: "class:web" is a class, "web" anything of that name. Refers to the
/// text.
struct Question {
    std::string_view kind; ///< empty: all
    std::string_view name;
    PolicyPlace place; ///< if the name is one

    static Question from(std::string_view text);
    bool is_about(std::string_view one) const { return kind.empty() || kind == one; }
};

/// A name without "default:", the namespace of names without one.
std::string_view without_default(std::string_view name);

/// "x[a]" of the variable "main.x[a]".
std::string_view without_bundle(std::string_view variable);

/// Whether a recorded variable, or an element of it, is meant by a name, with its bundle or
/// without.
bool names_variable(std::string_view recorded, std::string_view wanted);

} // namespace vow::agent
