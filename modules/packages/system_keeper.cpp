#include "modules/packages/system_keeper.h"

#include "modules/sdk/cpp/text.h"

#include <algorithm>

namespace vow::modules {

SystemKeeper::SystemKeeper(
    Record& record, const Settings& promise, SystemManager& manager, SystemPackages& known
)
    : record_(record),
      manager_(manager),
      known_(known),
      promiser_(record.promise().promiser),
      promised_{promiser_, promise.text_or("version", ""), promise.text_or("architecture", "")},
      is_latest_(promised_.version == "latest"),
      is_absent_(promise.text_or("policy", "present") == "absent") {
    if (is_latest_) promised_.version.clear();
}

void SystemKeeper::keep() {
    if (!known_.installed) known_.installed = manager_.installed();
    if (!known_.installed) return record_.failed("The installed packages cannot be listed");
    return is_absent_ ? keep_absent() : keep_present();
}

const Package* SystemKeeper::find(const Package& package) {
    if (!known_.installed) known_.installed = manager_.installed();
    if (!known_.installed) return nullptr;
    const auto found = std::ranges::find_if(*known_.installed, [&](const Package& candidate) {
        const bool is_machine = package.architecture.empty() ||
                                candidate.architecture == package.architecture ||
                                candidate.architecture == "all";
        const bool is_version = package.version.empty() || candidate.version == package.version;
        return candidate.name == package.name && is_machine && is_version;
    });
    return found == known_.installed->end() ? nullptr : &*found;
}

// --- absent ---

void SystemKeeper::keep_absent() {
    if (is_latest_) {
        return record_.failed(
            text({"Package '", promiser_, "' cannot be absent in the version 'latest'"})
        );
    }
    const Package* installed = find(promised_);
    if (installed == nullptr)
        return record_.kept(text({"Package '", promiser_, "' is not installed, as promised"}));
    const Package package = *installed;
    Change change{.what = text({"remove package '", promiser_, "'"}), .before = package.version};
    if (!record_.allows(std::move(change))) return;
    known_.installed.reset();
    const ToolRun ran = manager_.remove(package);
    if (find(promised_) == nullptr)
        return record_.repaired(text({"Removed package '", promiser_, "' ", package.version}));
    record_.failed(text({"Package '", promiser_, "' was not removed: ", ran.problem}));
}

// --- present ---

void SystemKeeper::keep_present() {
    Package package = promised_;
    if (is_file()) {
        const auto in_file = manager_.package_in(promiser_);
        if (!in_file)
            return record_.failed(text({"'", promiser_, "' cannot be read as a package"}));
        package = *in_file;
    }
    const Package* installed = find(package);
    if (installed != nullptr && is_latest_) return keep_latest(*installed);
    if (installed != nullptr) {
        return record_.kept(
            text({"Package '", package.name, "' ", installed->version, " is installed"})
        );
    }
    const Package* other = find({package.name, {}, package.architecture});
    const std::string version = package.version.empty() ? "" : " " + package.version;
    install(
        package,
        text({"install package '", package.name, "'", version}),
        other == nullptr ? "" : other->version
    );
}

void SystemKeeper::keep_latest(const Package& installed) {
    const PackageList updates = manager_.updates({installed.name, {}, installed.architecture});
    if (updates.empty()) {
        return record_.kept(text({"Package '", promiser_, "' ", installed.version, " is the latest"}
        ));
    }
    const Package& update = updates.back();
    install(
        update,
        text({"update package '", promiser_, "' ", installed.version, " to ", update.version}),
        installed.version
    );
}

void SystemKeeper::install(
    const Package& package, const std::string& what, const std::string& before
) {
    if (!record_.allows({.what = what, .before = before, .after = package.version})) return;
    known_.installed.reset();
    const ToolRun ran = install_or_refresh(package);
    if (const Package* installed = find(package)) {
        return record_.repaired(text({"Installed package '", package.name, "' ", installed->version}
        ));
    }
    record_.failed(text(
        {"Package '",
         package.name,
         "' was not installed: ",
         ran.succeeded ? "it is still missing" : ran.problem}
    ));
}

/// The list of packages may be too old to find it: then it is read again, once in a run.
ToolRun SystemKeeper::install_or_refresh(const Package& package) {
    if (is_file()) return manager_.install_file(promiser_);
    ToolRun ran = manager_.install(package);
    if (ran.succeeded || known_.is_refreshed) return ran;
    known_.is_refreshed = true;
    if (!manager_.refresh().succeeded) return ran;
    return manager_.install(package);
}

} // namespace vow::modules
