#pragma once

#include "modules/files/obstruction.h"
#include "protocol/promise/pattern.h"
#include "protocol/promise/record.h"
#include "protocol/promise/settings.h"

#include <string>

namespace vow::modules {

/// A `link_from` body.
struct LinkSource {
    enum class Type { symlink, hardlink, relative, absolute };
    enum class Missing { nothing, force, remove }; ///< when_no_source

    std::string source;
    Type type = Type::symlink;
    Missing missing = Missing::nothing;
    bool children = false;         ///< each file in the source directory is linked
    bool children_replace = false; ///< when_linking_children: files in the way give way
    Patterns copied;               ///< copy_patterns: leaf names that are copied instead

    static LinkSource from(const Settings& body);
};

/// None: not a type of link.
std::optional<LinkSource::Type> link_type_from(std::string_view word);

/// Has `path` be a link of the given type to `source`.
void keep_linked(
    const LinkSource& link,
    const std::string& source,
    const std::string& path,
    Obstructions obstructions,
    Record& record
);

/// Has every file in the source directory, `depth` levels of directories down, be linked from a
/// directory at `path`.
void keep_children_linked(
    const LinkSource& link,
    const std::string& path,
    long depth,
    Obstructions obstructions,
    Record& record
);

/// Deletes the link at `path` if it leads nowhere. Whether it did lead nowhere.
bool remove_dead_link(const std::string& path, Record& record);

} // namespace vow::modules
