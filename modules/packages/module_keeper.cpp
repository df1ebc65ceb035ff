#include "modules/packages/module_keeper.h"

#include "modules/packages/package_operation.h"
#include "modules/packages/side_effects.h"
#include "modules/sdk/cpp/text.h"

#include <algorithm>

namespace vow::modules {
namespace {

constexpr std::string_view latest = "latest";

Settings module_of(const Settings& promise) {
    static const Data none = Data::object({});
    return promise.body("package_module").value_or(Settings(none));
}

std::string value_of(const PackageLines& lines, std::string_view name) {
    const auto line = std::ranges::find(lines, name, &PackageLines::value_type::first);
    return line == lines.end() ? std::string() : line->second;
}

/// Whether a part of a package is as wanted; an empty one may be anything.
bool is_part(const std::string& actual, const std::string& wanted) {
    return wanted.empty() || wanted == latest || actual == wanted;
}

bool is_same_package(const Package& package, const Package& wanted) {
    return package.name == wanted.name && is_part(package.version, wanted.version) &&
           is_part(package.architecture, wanted.architecture);
}

} // namespace

ModuleKeeper::ModuleKeeper(
    Record& record, Log& log, const Settings& promise, KnownListsByKey& known
)
    : record_(record),
      log_(log),
      promiser_(record.promise().promiser),
      promised_{promiser_, promise.text_or("version", ""), promise.text_or("architecture", "")},
      policy_(promise.text_or("policy", "present")),
      module_(module_of(promise), promise.list("options"), record, log),
      lists_(module_, module_of(promise), known[module_.key()], log) {}

void ModuleKeeper::keep() {
    if (!module_.is_usable()) {
        const std::string_view complaint =
            policy_ == "inventory"
                ? "Can not set up wrapper for module: "
                : "Some error occurred while contacting package module for promise '";
        return record_.failed(text({complaint, promiser_, policy_ == "inventory" ? "" : "'"}));
    }
    if (policy_ == "inventory") return keep_inventory();
    if (promiser_.starts_with('/')) { // the module reads it, and runs its scripts
        const auto checked = PackageFile::checked(promiser_, log_.trust());
        if (const auto* objection = std::get_if<Objection>(&checked))
            return record_.failed(objection->reason);
    }
    return policy_ == "absent" ? keep_absent() : keep_present();
}

void ModuleKeeper::keep_inventory() {
    lists_.refresh();
    record_.kept("The lists of packages are up to date");
}

bool ModuleKeeper::allows(ChangeAction action, const std::string& change) {
    if (record_.allows(action, change)) return true;
    warn_of_unknown_effects(record_, text({"package module '", module_.name(), "'"}));
    return false;
}

// --- absent ---

void ModuleKeeper::keep_absent() {
    if (promised_.version == latest) {
        return record_.failed("Package version 'latest' not supported for absent package promise");
    }
    if (!is_installed(promised_))
        return record_.kept(text({"Package '", promiser_, "' is not installed, as promised"}));
    if (!allows(ChangeAction::remove, text({"remove package '", promiser_, "'"}))) return;
    report("removed", "removing", remove());
}

bool ModuleKeeper::remove() {
    const bool answered = module_.change("remove", lines_for(promised_));
    return lists_.read_after_change() && answered && !is_installed(promised_);
}

// --- present ---

void ModuleKeeper::keep_present() {
    const auto known = package_data();
    if (!known) return record_.failed(text({"Error installing package '", promiser_, "'"}));
    const bool is_there = is_installed(known->package);
    if (is_there && promised_.version == latest) return keep_latest(*known);
    if (is_there) return record_.kept(text({"Package '", promiser_, "' is installed"}));
    const std::string what =
        known->kind == Kind::file ? "install file type package: " : "install repo type package: ";
    if (!allows(ChangeAction::create, what + promiser_)) return;
    lists_.updates();
    report("installed", "installing", install(*known, {known->package}));
}

void ModuleKeeper::keep_latest(const Known& known) {
    const PackageList newer = updates_of(known.package);
    if (newer.empty()) return record_.kept(text({"Package '", promiser_, "' is the latest"}));
    if (!allows(ChangeAction::update, text({"install repo type package: ", promiser_}))) return;
    report("installed", "installing", install(known, newer));
}

/// The promised package in the words of the module; nullopt, with the reason logged.
std::optional<ModuleKeeper::Known> ModuleKeeper::package_data() {
    PackageLines lines{{"File", promiser_}};
    if (!promised_.version.empty()) lines.emplace_back("Version", promised_.version);
    if (!promised_.architecture.empty()) lines.emplace_back("Architecture", promised_.architecture);
    const auto answer = module_.request("get-package-data", lines);
    const std::string type = answer ? value_of(*answer, "PackageType") : "";
    const std::string name = answer ? value_of(*answer, "Name") : "";
    if (!answer) {
        log_.info("Some error occurred while communicating with package module while collecting "
                  "package data.");
    } else if (type.empty() || name.empty()) {
        log_.info("Unknown package name or type.");
    }
    Package package{name, promised_.version, promised_.architecture};
    if (type == "repo" && !name.empty()) return Known{Kind::repository, std::move(package)};
    if (type != "file" || name.empty()) {
        log_.info(text({"Can not obtain package data for promise: ", promiser_}));
        return {};
    }
    package.version = value_of(*answer, "Version");
    package.architecture = value_of(*answer, "Architecture");
    if (promised_.version == latest)
        log_.warning("Unsupported 'latest' version for package promise of type file.");
    if (!agrees("version", promised_.version, package.version) ||
        !agrees("arch", promised_.architecture, package.architecture)) {
        log_.error("Package data and policy doesn't match");
        return {};
    }
    return Known{Kind::file, std::move(package)};
}

bool ModuleKeeper::agrees(
    std::string_view part, const std::string& promised, const std::string& actual
) {
    if (promised.empty() || promised == actual) return true;
    log_.warning(text(
        {"Package ", part, " and one specified in policy doesn't match: ", actual, " -> ", promised}
    ));
    return false;
}

bool ModuleKeeper::install(const Known& known, const PackageList& packages) {
    bool answered = false;
    if (known.kind == Kind::file) {
        answered = module_.change("file-install", {{"File", promiser_}});
    } else {
        PackageLines lines;
        for (const Package& package : packages) {
            const PackageLines more = lines_for(package);
            lines.insert(lines.end(), more.begin(), more.end());
        }
        answered = module_.change("repo-install", lines);
    }
    return lists_.read_after_change() && answered &&
           std::ranges::all_of(packages, [&](const Package& package) {
               return is_installed(package);
           });
}

void ModuleKeeper::report(std::string_view done, std::string_view action, bool succeeded) {
    if (succeeded) {
        record_.repaired(text({"Successfully ", done, " package '", promiser_, "'"}));
    } else {
        record_.failed(text({"Error ", action, " package '", promiser_, "'"}));
    }
}

PackageLines ModuleKeeper::lines_for(const Package& package) const {
    PackageLines lines{{"Name", package.name}};
    const bool has_version = !package.version.empty() && package.version != latest;
    if (has_version) lines.emplace_back("Version", package.version);
    if (!package.architecture.empty()) lines.emplace_back("Architecture", package.architecture);
    return lines;
}

PackageList ModuleKeeper::updates_of(const Package& package) {
    PackageList newer;
    for (const Package& update : lists_.updates()) {
        if (is_same_package(update, package) && !is_installed(update)) newer.push_back(update);
    }
    return newer;
}

bool ModuleKeeper::is_installed(const Package& package) {
    return std::ranges::any_of(lists_.installed(), [&](const Package& candidate) {
        return is_same_package(candidate, package);
    });
}

} // namespace vow::modules
