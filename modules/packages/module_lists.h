#pragma once

#include "modules/packages/package_module.h"

#include <chrono>
#include <optional>
#include <string>

namespace vow::modules {

/// The lists that a package module answered in this run.
struct KnownLists {
    std::optional<PackageList> installed;
    std::optional<PackageList> updates;
};

/// The installed packages and the updates that a package module lists. A list is requested once in
/// a run, unless a stored one is younger than `query_installed_ifelapsed` or
/// `query_updates_ifelapsed`, and again after a change. Borrows everything.
class ModuleLists {
public:
    ModuleLists(PackageModule& module, const Settings& body, KnownLists& known, Log& log);

    const PackageList& installed();
    const PackageList& updates();

    /// Whether the module listed the packages that are now installed, and their updates.
    bool read_after_change();
    /// Brings stored lists up to date that are old, without the network if there are older ones.
    void refresh();

private:
    using Kind = StoredPackageList::Kind;

    /// One of the two lists.
    struct ListUse {
        Kind kind;
        std::optional<PackageList> KnownLists::*known;
        std::string_view command;
        std::chrono::minutes usable; ///< the age up to which a stored list is used
    };

    const PackageList& read(const ListUse& use);
    bool request(const ListUse& use, std::string_view command);
    std::optional<StoredPackageList> stored(const ListUse& use) const;

    PackageModule& module_;
    KnownLists& known_;
    Log& log_;
    const ListUse installed_;
    const ListUse updates_;
};

} // namespace vow::modules
