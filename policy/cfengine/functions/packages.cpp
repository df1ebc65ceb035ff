#include "policy/cfengine/functions/families.h"
#include "protocol/packages/package_list.h"

#include <array>
#include <set>

namespace vow::cfengine::families {
namespace {

/// The name of the package module that lists these packages for the reference.
constexpr const char* dpkg_method = "apt_get";

using PackageLists = std::vector<StoredPackageList>;
using PackagePatterns = std::array<std::shared_ptr<const Regex>, 4>; ///< as the parameters

/// nullopt if one is not a regular expression.
std::optional<PackagePatterns> package_patterns(Call& call) {
    PackagePatterns patterns;
    for (std::size_t index = 0; index < patterns.size(); ++index) {
        patterns[index] = call.regex(index);
        if (!patterns[index]) return std::nullopt;
    }
    return patterns;
}

Data matching_packages(const PackageLists& lists, const PackagePatterns& patterns) {
    std::set<std::pair<Package, std::string>> found;
    for (const StoredPackageList& list : lists) {
        if (!patterns[3]->matches(list.method)) continue;
        for (const Package& package : list.packages) {
            if (patterns[0]->matches(package.name) && patterns[1]->matches(package.version) &&
                patterns[2]->matches(package.architecture))
                found.emplace(package, list.method);
        }
    }
    Data::Array matching;
    for (const auto& [package, method] : found) {
        matching.push_back(Data::object(
            {{"arch", Data::string(package.architecture)},
             {"method", Data::string(method)},
             {"name", Data::string(package.name)},
             {"version", Data::string(package.version)}}
        ));
    }
    return Data::array(std::move(matching));
}

/// The packages that package modules listed; without any, those of package methods; without any,
/// those of dpkg.
PackageLists installed_packages(World& world) {
    using Kind = StoredPackageList::Kind;
    for (const Kind kind : {Kind::installed_by_module, Kind::installed_by_method}) {
        if (auto lists = all_stored_packages(world.state, kind); !lists.empty()) return lists;
    }
    const auto database = read_whole_file(world.host, dpkg_database);
    if (!database) return {};
    return {{.method = dpkg_method, .packages = packages_in_dpkg(*database)}};
}

Result packagesmatching(Call& call) {
    const auto patterns = package_patterns(call);
    if (!patterns) return std::nullopt;
    const auto lists = installed_packages(call.around().settled_world());
    return Value::data(matching_packages(lists, *patterns));
}

Result packageupdatesmatching(Call& call) {
    const auto patterns = package_patterns(call);
    if (!patterns) return std::nullopt;
    const auto lists = all_stored_packages(
        call.around().settled_world().state, StoredPackageList::Kind::updates_by_module
    );
    return Value::data(matching_packages(lists, *patterns));
}

constexpr Parameters package_parameters = {
    {"name", ParameterKind::regular_expression},
    {"version", ParameterKind::regular_expression},
    {"architecture", ParameterKind::regular_expression},
    {"method", ParameterKind::regular_expression}};

} // namespace

std::span<const Function> packages() {
    static constexpr Function table[] = {
        {.name = "packagesmatching",
         .result = ResultType::data,
         .parameters = package_parameters,
         .required = 4,
         .help = "The installed packages that match: as last listed, or those of dpkg.",
         .example = R"(packagesmatching("nginx.*", ".*", ".*", ".*"))",
         .body = packagesmatching},
        {.name = "packageupdatesmatching",
         .result = ResultType::data,
         .parameters = package_parameters,
         .required = 4,
         .help = "The package updates that match, as a package module last listed them.",
         .example = R"(packageupdatesmatching("nginx.*", ".*", ".*", ".*"))",
         .body = packageupdatesmatching},
    };
    return table;
}

} // namespace vow::cfengine::families
