#pragma once

#include "protocol/promise/promise.h"

#include <cstdint>
#include <string_view>

namespace vow::agent {

/// FILE:LINE in a policy, where FILE may leave out leading folders.
struct PolicyPlace {
    std::string_view file;
    std::uint32_t line = 0; ///< 0: the text is not a place

    static PolicyPlace from(std::string_view text);
    bool is_in_file_of(const Origin& origin) const;
    bool is_at(const Origin& origin) const;
};

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
