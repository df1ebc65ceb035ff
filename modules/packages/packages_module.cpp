#include "modules/packages/packages_module.h"

#include <algorithm>

namespace vow::modules {
namespace {

constexpr std::string_view of_module[] = {
    "policy", "version", "architecture", "options", "package_module"};
constexpr std::string_view of_method[] = {
    "package_policy",
    "package_version",
    "package_select",
    "package_architectures",
    "package_method",
    "package_schedule"};

bool has_any(const Settings& promise, std::span<const std::string_view> names) {
    return std::ranges::any_of(names, [&](auto name) { return promise.has(name); });
}

/// How a promise is kept: by the package manager of the host if it names nothing else.
enum class PackageManner { system, module, method };

PackageManner manner_of(const Settings& promise) {
    if (promise.has("package_module")) return PackageManner::module;
    return has_any(promise, of_method) ? PackageManner::method : PackageManner::system;
}

/// Why the promise cannot be kept on any machine, one sentence each. An empty body means that the
/// policy has none.
std::vector<std::string> faults_of(const Settings& promise) {
    const PackageManner manner = manner_of(promise);
    if (promise.has("removals") && manner != PackageManner::system) {
        return {"Attribute 'removals' needs the package manager of the host: a package module or "
                "method announces nothing"};
    }
    const bool lacks_module =
        manner == PackageManner::module && !promise.body("package_module")->has("module_path");
    if (!lacks_module && has_any(promise, of_module) && has_any(promise, of_method))
        return {"Mixed old and new package promise attributes inside one package promise."};
    if (lacks_module) {
        return {
            "Can not find package module body in policy.",
            "New package promise failed sanity check."};
    }
    if (manner != PackageManner::method) return {};
    const auto body = promise.body("package_method");
    if (!body || body->empty()) return {"Old package promise failed sanity check."};
    return PackageMethod(*body).faults(promise.text_or("package_policy", "add"));
}

} // namespace

PackagesModule::PackagesModule() : DescribedModule(packages_type(), "package") {}

Outcome PackagesModule::keep(const Promise& promise, Record& record, Log& log) {
    const Settings settings(promise.attributes);
    const auto faults = faults_of(settings);
    for (const std::string& fault : faults)
        record.failed(fault);
    if (!faults.empty()) return {};
    switch (manner_of(settings)) {
    case PackageManner::module: ModuleKeeper(record, log, settings, lists_).keep(); break;
    case PackageManner::method:
        MethodKeeper(record, log, settings, installed_, schedule_).keep();
        break;
    case PackageManner::system: keep_by_system(settings, record, log); break;
    }
    return {};
}

void PackagesModule::keep_by_system(const Settings& settings, Record& record, Log& log) {
    const auto manager = SystemManager::of_host(record.promise(), log, settings.list("options"));
    if (!manager) {
        return record.failed(
            "This host has neither apt-get nor dnf; promise a package_module or a package_method"
        );
    }
    if (settings.text("policy") == "inventory") {
        return record.kept("Packages of the host are listed when a promise is about them");
    }
    SystemKeeper(record, settings, *manager, system_).keep();
}

} // namespace vow::modules
