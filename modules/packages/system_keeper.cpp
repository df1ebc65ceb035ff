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
      is_absent_(promise.text_or("policy", "present") == "absent"),
      other_removals_(other_removals(promise)) {
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
    change(
        RemovePackage{package},
        preview(RemovePackage{package}),
        package,
        {.what = text({"remove package '", promiser_, "'"}),
         .before = package.version,
         .action = ChangeAction::remove}
    );
}

// --- present ---

void SystemKeeper::keep_present() {
    if (is_file()) return keep_file();
    const Package* installed = find(promised_);
    if (installed != nullptr && is_latest_) return keep_latest(*installed);
    if (installed != nullptr) {
        return record_.kept(text({"Package '", promiser_, "' ", installed->version, " is installed"}
        ));
    }
    const Package* other = find({promiser_, {}, promised_.architecture});
    const std::string version = promised_.version.empty() ? "" : " " + promised_.version;
    install(
        InstallPackage{promised_},
        promised_,
        {.what = text({"install package '", promiser_, "'", version}),
         .before = other == nullptr ? "" : other->version,
         .after = promised_.version,
         .action = other == nullptr ? ChangeAction::create : ChangeAction::update}
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
        InstallPackage{update},
        update,
        {.what =
             text({"update package '", promiser_, "' ", installed.version, " to ", update.version}),
         .before = installed.version,
         .after = update.version,
         .action = ChangeAction::update}
    );
}

void SystemKeeper::keep_file() {
    const auto checked = PackageFile::checked(promiser_, manager_.trust());
    if (const auto* objection = std::get_if<Objection>(&checked))
        return record_.failed(objection->reason);
    const auto& file = std::get<PackageFile>(checked);
    const auto package = manager_.package_in(file);
    if (!package) return record_.failed(text({"'", promiser_, "' cannot be read as a package"}));
    if (find(*package) != nullptr) {
        return record_.kept(
            text({"Package '", package->name, "' ", package->version, " is installed"})
        );
    }
    const Package* other = find({package->name, {}, package->architecture});
    install(
        InstallFile{file},
        *package,
        {.what = text({"install package '", package->name, "' ", package->version}),
         .before = other == nullptr ? "" : other->version,
         .after = package->version,
         .action = other == nullptr ? ChangeAction::create : ChangeAction::update}
    );
}

/// A manager may take a name for a pattern, a virtual package or a task.
void SystemKeeper::install(
    const SystemOperation& operation, const Package& package, Change change
) {
    const PackagePreview announced = preview(operation);
    const bool is_announced =
        std::ranges::find(announced.installed, package.name, &Package::name) !=
        announced.installed.end();
    if (announced.run.succeeded && !is_announced) {
        const std::string others =
            announced.installed.empty()
                ? ""
                : ", but '" + announced.installed.front().name +
                      (announced.installed.size() > 1 ? "' and others" : "'");
        return fail("installed", package, "the package manager would not install it" + others);
    }
    this->change(operation, announced, package, std::move(change));
}

// --- changes ---

PackagePreview SystemKeeper::preview(const SystemOperation& operation) {
    PackagePreview preview = manager_.preview(operation);
    const bool may_refresh = record_.promise().terms.changes_allowed() && !known_.is_refreshed;
    if (preview.run.succeeded || !may_refresh || is_file()) return preview;
    known_.is_refreshed = true;
    return manager_.refresh().succeeded ? manager_.preview(operation) : preview;
}

void SystemKeeper::change(
    const SystemOperation& operation,
    const PackagePreview& preview,
    const Package& package,
    Change change
) {
    const std::string_view done = is_absent_ ? "removed" : "installed";
    const bool changes_allowed = record_.promise().terms.changes_allowed();
    if (!preview.run.succeeded && changes_allowed) return fail(done, package, preview.run.problem);
    SideEffects others(record_, package.name, preview);
    const std::string names = others.removed_names();
    if (!names.empty() && other_removals_ == OtherRemovals::refused) {
        return fail(
            done, package, text({"that would remove ", names, ", and removals are refused"})
        );
    }
    const bool is_allowed = record_.allows(std::move(change));
    others.announce();
    if (!is_allowed) return;
    const PackageList before = known_.installed.value_or(PackageList());
    known_.installed.reset();
    const ToolRun ran = manager_.carry_out(operation);
    const Package* found = find(package);
    const bool is_kept = is_absent_ ? found == nullptr : found != nullptr;
    const std::string_view begin = is_absent_ ? "Removed" : "Installed";
    if (is_kept) {
        const std::string version = is_absent_ ? package.version : found->version;
        record_.repaired(text({begin, " package '", package.name, "' ", version}));
    } else {
        const std::string_view still = is_absent_ ? "it is still there" : "it is still missing";
        fail(done, package, ran.succeeded ? still : std::string_view(ran.problem));
    }
    if (!known_.installed) return;
    others.add_removed(before, *known_.installed);
    others.warn_about_unannounced(before, *known_.installed);
}

void SystemKeeper::fail(std::string_view action, const Package& package, std::string_view reason) {
    record_.failed(text({"Package '", package.name, "' was not ", action, ": ", reason}));
}

} // namespace vow::modules
