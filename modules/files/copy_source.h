#pragma once

#include "modules/files/linking.h"
#include "modules/files/selection.h"
#include "protocol/promise/settings.h"
#include "protocol/text/pattern.h"

#include <optional>
#include <string>

namespace vow::modules {

/// A `copy_from` body, of a source on this machine.
struct CopySource {
    enum class Compare { times, modified, content, exists };
    enum class Backup { none, plain, timestamp };

    std::string source;
    Compare compare = Compare::times;
    Backup backup = Backup::plain;
    /// Links in the source are made anew in the copy; none: what they lead to is copied.
    std::optional<LinkSource::Type> links = LinkSource::Type::symlink;
    Patterns linked;   ///< linkcopy_patterns: leaf names that are linked instead of copied
    Patterns followed; ///< copylink_patterns: links that are followed and copied
    std::optional<Range> size = {}; ///< copy_size: other files are left out
    bool preserve = false;          ///< owner, group and mode come from the source
    bool purge = false;             ///< what is not in the source goes from the copy
    bool type_check = false;        ///< a copy of another type than its source is an error
    bool force = false;             ///< copied though it be the same
    bool check_root = false;        ///< the directory itself gets permissions too
    bool flat = false;              ///< collapse_destination_dir: all files into one directory
    bool missing_ok = false;        ///< no source, no copy, no error
    bool verify = false;            ///< what was copied is read once more and compared
    bool stealth = false;           ///< reading leaves no trace in the source's access time

    static CopySource from(const Settings& body);
};

} // namespace vow::modules
