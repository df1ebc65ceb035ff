#pragma once

#include "modules/files/selection.h"
#include "protocol/promise/settings.h"
#include "protocol/text/regex.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

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

/// A `copy_from` body; the source is on this machine.
struct CopySource {
    enum class Compare { times, modified, content, exists };
    enum class Backup { none, plain, timestamp };

    std::string source;
    Compare compare = Compare::times;
    Backup backup = Backup::plain;
    /// How links in the source are recreated in the copy; nullopt: their targets are copied.
    std::optional<LinkSource::Type> links = LinkSource::Type::symlink;
    std::vector<std::string> servers; ///< this machine if it is empty
    Patterns linked;   ///< linkcopy_patterns: leaf names that are linked instead of copied
    Patterns followed; ///< copylink_patterns: links that are followed and copied
    std::optional<Range> size = {}; ///< copy_size: files of other sizes are skipped
    Patterns once;                  ///< single_copy: copies that are made once a run
    Patterns defining;              ///< auto_define: copies that define the class auto_PATH
    bool preserve = false;          ///< owner, group and mode come from the source
    bool purge = false;             ///< delete files from the copy that are not in the source
    bool type_check = false;        ///< a copy of another type than its source is an error
    bool force = false;             ///< copy even if nothing changed
    bool check_root = false;        ///< the directory itself gets permissions too
    bool flat = false;              ///< collapse_destination_dir: all files into one directory
    bool missing_ok = false;        ///< a missing source is not an error
    bool verify = false;            ///< read the copy again and compare
    bool stealth = false;           ///< restore the source's times, which the copy gets, too

    /// Whether the source is on this machine.
    bool is_local() const;

    static CopySource from(const Settings& body);
};

} // namespace vow::modules
