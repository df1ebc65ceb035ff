#pragma once

#include "modules/files/mode_change.h"
#include "modules/files/named_file.h"
#include "modules/sdk/cpp/file_text.h"
#include "protocol/promise/record.h"
#include "protocol/promise/settings.h"

#include <optional>
#include <string>
#include <vector>

namespace vow::modules {

/// A `perms` body: mode, owners and groups. Any of the owners (and groups) is correct; a wrong one
/// is changed to the first that exists.
struct Permissions {
    std::optional<ModeChange> mode = {};
    std::vector<std::string> owners = {};
    std::vector<std::string> groups = {};
    bool x_for_r_on_directories =
        false; ///< rxdirs: directories are searchable by those who may read them

    /// `body` has been validated.
    static Permissions from(const Settings& body);
};

/// Gives a file the promised permissions. Does not follow links: only their own owner and group are
/// changed. `before` is the status to judge where this promise has replaced the file since: the new
/// one has its permissions already.
void keep_permissions(
    const Permissions& permissions,
    const NamedFile& file,
    const std::optional<struct stat>& before,
    Record& record
);

/// The same for new content that takes the place of a file of status `present`.
FileAccess access_to(const Permissions& permissions, const struct stat& present);

} // namespace vow::modules
