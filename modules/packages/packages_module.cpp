#include "modules/packages/packages_module.h"

#include "modules/packages/packages_type.h"

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
    "package_method"};

bool has_any(const Settings& promise, std::span<const std::string_view> names) {
    return std::ranges::any_of(names, [&](auto name) { return promise.has(name); });
}

/// Why the promise cannot be kept on any machine, one sentence each.
std::vector<std::string> faults_of(const Settings& promise) {
    const bool for_module = has_any(promise, of_module);
    if (for_module && has_any(promise, of_method))
        return {"Mixed old and new package promise attributes inside one package promise."};
    if (for_module && promise.body("package_module")) return {};
    if (for_module) {
        return {
            "Can not find package module body in policy.",
            "New package promise failed sanity check."};
    }
    const auto method = promise.body("package_method");
    auto faults = method ? PackageMethod(*method).faults() : std::vector<std::string>();
    if (!method || !faults.empty()) faults.emplace_back("Old package promise failed sanity check.");
    return faults;
}

} // namespace

PackagesModule::PackagesModule() : DescribedModule(packages_type()) {}

Outcome PackagesModule::keep(const Promise& promise, Record& record, Log& log) {
    const Settings settings(promise.attributes);
    const auto faults = faults_of(settings);
    for (const std::string& fault : faults)
        record.failed(fault);
    if (!faults.empty()) return {};
    if (settings.has("package_module"))
        ModuleKeeper(record, log, settings, lists_).keep();
    else
        MethodKeeper(record, log, settings, installed_).keep();
    return {};
}

} // namespace vow::modules
