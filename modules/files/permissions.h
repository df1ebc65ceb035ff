#pragma once

#include "modules/files/mode_change.h"
#include "protocol/promise/record.h"
#include "protocol/promise/settings.h"

#include <optional>
#include <string>
#include <vector>

namespace vow::modules {

/// A `perms` body: mode, owners and groups. Of owners (and groups) any one is right; a wrong one is
/// changed to the first that exists.
struct Permissions {
    std::optional<ModeChange> mode = {};
    std::vector<std::string> owners = {};
    std::vector<std::string> groups = {};
    bool x_for_r_on_directories = false; ///< rxdirs: directories are searchable for who may read

    /// `body` was found valid.
    static Permissions from(const Settings& body);
};

/// Has the file at `path` carry the promised permissions. Links are not followed:
/// only their owner and group are looked after.
void keep_permissions(const Permissions& permissions, const std::string& path, Record& record);

} // namespace vow::modules
