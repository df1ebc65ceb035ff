#pragma once

#include "modules/packages/module_lists.h"

#include <map>
#include <optional>
#include <string>

namespace vow::modules {

using KnownListsByKey = std::map<std::string, KnownLists>;

/// Keeps a promise of a package by a package module.
class ModuleKeeper {
public:
    ModuleKeeper(Record& record, Log& log, const Settings& promise, KnownListsByKey& known);

    void keep();

private:
    enum class Kind { repository, file };

    /// The package as the module knows it.
    struct Known {
        Kind kind;
        Package package; ///< empty parts may be anything
    };

    std::optional<Known> package_data();
    bool agrees(std::string_view part, const std::string& promised, const std::string& actual);

    void keep_inventory();
    void keep_present();
    void keep_absent();
    void keep_latest(const Known& known);
    bool install(const Known& known, const PackageList& packages);
    bool remove();
    bool allows(ChangeAction action, const std::string& change);
    void report(std::string_view done, std::string_view action, bool succeeded);

    PackageList updates_of(const Package& package);
    bool is_installed(const Package& package);
    PackageLines lines_for(const Package& package) const;

    Record& record_;
    Log& log_;
    const std::string& promiser_;
    const Package promised_;
    const std::string policy_;
    PackageModule module_;
    ModuleLists lists_;
};

} // namespace vow::modules
