#pragma once

#include "modules/packages/package_module.h"

#include <map>
#include <optional>
#include <string>

namespace vow::modules {

/// The lists that a package module answered in this run.
struct ModuleLists {
    std::optional<PackageList> installed;
    std::optional<PackageList> updates;
};

using ModuleListsByKey = std::map<std::string, ModuleLists>;

/// Keeps a promise of a package by a package module.
class ModuleKeeper {
public:
    ModuleKeeper(Record& record, Log& log, const Settings& promise, ModuleListsByKey& known);

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

    void keep_present();
    void keep_absent();
    void keep_latest(const Known& known);
    bool install(const Known& known, const PackageList& packages);
    bool remove();
    void report(std::string_view done, std::string_view action, bool succeeded);

    const PackageList& installed();
    const PackageList& updates();
    PackageList updates_of(const Package& package);
    void read_lists_again();
    bool is_installed(const Package& package);
    PackageLines lines_for(const Package& package) const;

    Record& record_;
    Log& log_;
    const std::string& promiser_;
    const Package promised_;
    const bool is_absent_;
    PackageModule module_;
    ModuleLists& lists_;
};

} // namespace vow::modules
