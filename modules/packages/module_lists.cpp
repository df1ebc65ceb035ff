#include "modules/packages/module_lists.h"

namespace vow::modules {
namespace {

std::chrono::minutes minutes_in(const Settings& body, std::string_view attribute) {
    return std::chrono::minutes(body.number(attribute).value_or(0));
}

} // namespace

ModuleLists::ModuleLists(PackageModule& module, const Settings& body, KnownLists& known, Log& log)
    : module_(module),
      known_(known),
      log_(log),
      installed_{
          Kind::installed_by_module,
          &KnownLists::installed,
          "list-installed",
          minutes_in(body, "query_installed_ifelapsed")},
      updates_{
          Kind::updates_by_module,
          &KnownLists::updates,
          "list-updates",
          minutes_in(body, "query_updates_ifelapsed")} {}

const PackageList& ModuleLists::installed() {
    return read(installed_);
}

const PackageList& ModuleLists::updates() {
    return read(updates_);
}

const PackageList& ModuleLists::read(const ListUse& use) {
    auto& known = known_.*use.known;
    if (known) return *known;
    const auto list = stored(use);
    if (list) known = list->packages;
    if (list && list->age() < use.usable) return *known;
    if (!request(use, use.command)) log_.error("Can not update cache.");
    if (!known) known.emplace();
    return *known;
}

bool ModuleLists::read_after_change() {
    if (!request(installed_, installed_.command)) {
        log_.info("Can not update installed packages cache after package installation");
        return false;
    }
    if (!request(updates_, "list-updates-local")) {
        log_.info("Can not update available updates cache after package installation");
        return false;
    }
    return true;
}

void ModuleLists::refresh() {
    installed();
    const auto list = stored(updates_);
    if (known_.updates || (list && list->age() < updates_.usable)) return;
    request(updates_, list ? "list-updates-local" : updates_.command);
}

/// Whether all of the answer is a list. Other lines of it are left out.
bool ModuleLists::request(const ListUse& use, std::string_view command) {
    auto [packages, answer] = module_.list(command);
    if (answer != PackageModule::Listing::Answer::none) {
        if (Documents* documents = log_.documents()) {
            store_packages(
                *documents,
                use.kind,
                module_.key(),
                {.method = module_.name(), .listed = StoredPackageList::now(), .packages = packages}
            );
        }
        known_.*use.known = std::move(packages);
    }
    if (answer == PackageModule::Listing::Answer::list) return true;
    if (answer == PackageModule::Listing::Answer::partly)
        log_.info("Error updating packages cache.");
    log_.info("Some error occurred while updating available updates cache.");
    return false;
}

std::optional<StoredPackageList> ModuleLists::stored(const ListUse& use) const {
    Documents* documents = log_.documents();
    return documents ? stored_packages(*documents, use.kind, module_.key()) : std::nullopt;
}

} // namespace vow::modules
