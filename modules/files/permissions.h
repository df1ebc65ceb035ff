#pragma once

#include "modules/files/mode_change.h"
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

/// Gives the file at `path` the promised permissions. Does not follow links: only their own owner
/// and group are changed.
void keep_permissions(const Permissions& permissions, const std::string& path, Record& record);

} // namespace vow::modules
