#pragma once

#include "modules/packages/side_effects.h"
#include "modules/packages/system_manager.h"
#include "protocol/promise/record.h"
#include "protocol/promise/settings.h"

#include <optional>
#include <string>

namespace vow::modules {

/// The packages of the host, as far as this run knows them.
struct SystemPackages {
    std::optional<PackageList> installed; ///< nullopt before they are read, and after a change
    bool is_refreshed = false;            ///< the list of packages was read from the network
};

/// Keeps a promise of a package by the package manager of the host.
class SystemKeeper {
public:
    /// Borrows everything.
    SystemKeeper(
        Record& record, const Settings& promise, SystemManager& manager, SystemPackages& known
    );

    void keep();

private:
    void keep_present();
    void keep_absent();
    void keep_latest(const Package& installed);
    void keep_file();
    void install(const SystemOperation& operation, const Package& package, Change change);
    void change(
        const SystemOperation& operation,
        const PackagePreview& preview,
        const Package& package,
        Change change
    );
    /// The dry run. The list of packages may be too old to find one: then it is read again, once in
    /// a run, unless nothing may be changed.
    PackagePreview preview(const SystemOperation& operation);
    void fail(std::string_view action, const Package& package, std::string_view reason);

    bool is_file() const { return record_.promise().promiser.starts_with('/'); }
    /// The installed package that the promise is about; null without one.
    const Package* find(const Package& package);

    Record& record_;
    SystemManager& manager_;
    SystemPackages& known_;
    const std::string& promiser_;
    Package promised_;
    const bool is_latest_;
    const bool is_absent_;
    const OtherRemovals other_removals_;
};

} // namespace vow::modules
