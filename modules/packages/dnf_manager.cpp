#include "modules/packages/dnf_manager.h"

namespace vow::modules {
namespace {

/// A package as dnf names it: NAME-VERSION.ARCHITECTURE.
std::string dnf_name(const Package& package) {
    std::string argument = package.name;
    if (!package.version.empty()) argument += "-" + package.version;
    if (!package.architecture.empty()) argument += "." + package.architecture;
    return argument;
}

} // namespace

DnfManager::DnfManager(const Promise& promise, Log& log, std::vector<std::string> options)
    : SystemManager(promise, log),
      options_(std::move(options)) {}

bool DnfManager::is_on_host() {
    return find_program("dnf") && find_program("rpm");
}

std::optional<PackageList> DnfManager::installed() {
    const ToolRun ran =
        run("rpm", {"-qa", "--queryformat", R"(%{NAME}\t%{VERSION}-%{RELEASE}\t%{ARCH}\n)"});
    return ran.succeeded ? std::optional(packages_in_columns(ran.output)) : std::nullopt;
}

PackageList DnfManager::updates(const Package& package) {
    const ToolRun ran = dnf(
        {"repoquery",
         "--upgrades",
         "--queryformat",
         "%{name}\t%{version}-%{release}\t%{arch}\n",
         "--",
         dnf_name({package.name, {}, package.architecture})}
    );
    return ran.succeeded ? packages_in_columns(ran.output) : PackageList();
}

std::optional<Package> DnfManager::package_in(const std::string& file) {
    const ToolRun ran =
        run("rpm",
            {"-qp", "--queryformat", R"(%{NAME}\t%{VERSION}-%{RELEASE}\t%{ARCH}\n)", "--", file});
    const PackageList packages = ran.succeeded ? packages_in_columns(ran.output) : PackageList();
    return packages.empty() ? std::nullopt : std::optional(packages.front());
}

ToolRun DnfManager::refresh() {
    return dnf({"makecache"});
}

ToolRun DnfManager::install(const Package& package) {
    return dnf({"install", "--", dnf_name(package)});
}

ToolRun DnfManager::install_file(const std::string& file) {
    return dnf({"install", "--", file});
}

ToolRun DnfManager::remove(const Package& package) {
    return dnf({"remove", "--", dnf_name({package.name, {}, package.architecture})});
}

ToolRun DnfManager::dnf(std::vector<std::string> arguments) {
    std::vector<std::string> all = {"--quiet", "--assumeyes"};
    all.insert(all.end(), options_.begin(), options_.end());
    all.insert(all.end(), arguments.begin(), arguments.end());
    return run("dnf", std::move(all));
}

} // namespace vow::modules
