#pragma once

#include "modules/packages/package_commands.h"
#include "modules/packages/package_method.h"
#include "protocol/promise/record.h"

#include <map>
#include <optional>
#include <string>

namespace vow::modules {

/// The lists of packages of a run, by the command that printed them. An operation makes all of them
/// old.
using KnownPackages = std::map<std::string, PackageList>;

/// The packages that the commands of a package method list: once in a run, unless a stored list is
/// younger than `package_list_update_ifelapsed`. Borrows everything.
class MethodLists {
public:
    MethodLists(
        const PackageMethod& method,
        PackageCommands& commands,
        KnownPackages& known,
        Record& record,
        Log& log
    );

    /// Null, with the failure recorded, if they cannot be listed.
    const PackageList* installed();
    /// The patches that are not installed, by `package_patch_list_command`; nullopt, with the
    /// failure recorded, if they cannot be listed.
    std::optional<PackageList> available_patches();
    /// After an operation.
    void expire();

private:
    std::optional<PackageList> stored(const std::string& line) const;
    std::optional<PackageList> listed_by(const std::string& line);
    void update();
    std::string default_architecture();

    const PackageMethod& method_;
    PackageCommands& commands_;
    KnownPackages& known_;
    Record& record_;
    Log& log_;
};

} // namespace vow::modules
