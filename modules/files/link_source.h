#pragma once

#include "protocol/promise/settings.h"
#include "protocol/text/regex.h"

#include <optional>
#include <string>
#include <string_view>

namespace vow::modules {

/// A `link_from` body.
struct LinkSource {
    enum class Type { symlink, hardlink, relative, absolute };
    enum class Missing { nothing, force, remove }; ///< when_no_source

    std::string source;
    Type type = Type::symlink;
    Missing missing = Missing::nothing;
    bool children = false;         ///< link each file in the source directory
    bool children_replace = false; ///< when_linking_children: replace files in the way
    Patterns copied;               ///< copy_patterns: leaf names that are copied instead

    static LinkSource from(const Settings& body);
};

/// nullopt if it is not a type of link.
std::optional<LinkSource::Type> link_type_from(std::string_view word);

/// The target of a link as messages show it: a name without a directory is relative to the link.
std::string shown_target(const std::string& target);

} // namespace vow::modules
