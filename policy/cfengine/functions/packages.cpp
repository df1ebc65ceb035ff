#include "policy/cfengine/functions/families.h"
#include "protocol/text/lines.h"

#include <algorithm>
#include <array>
#include <tuple>

namespace vow::cfengine::families {
namespace {

constexpr const char* dpkg_database = "/var/lib/dpkg/status";
/// The name of the package module that lists these packages for the reference.
constexpr std::string_view dpkg_method = "apt_get";

struct InstalledPackage {
    std::string_view name, version, architecture;

    auto order() const { return std::tie(name, architecture, version); }
};

/// A field of an entry; empty without it.
std::string_view package_field(std::string_view line, std::string_view name) {
    if (!line.starts_with(name)) return {};
    line.remove_prefix(name.size());
    return line.starts_with(": ") ? line.substr(2) : std::string_view();
}

/// The packages that dpkg has installed, sorted by name. Views of the text of its database.
std::vector<InstalledPackage> packages_in(std::string_view database) {
    std::vector<InstalledPackage> found;
    InstalledPackage package;
    bool is_installed = false;
    const auto end_entry = [&] {
        if (is_installed && !package.name.empty()) found.push_back(package);
        package = {};
        is_installed = false;
    };
    for (const std::string_view line : lines_of(database)) {
        if (line.empty()) end_entry();
        if (const auto name = package_field(line, "Package"); !name.empty()) package.name = name;
        if (const auto version = package_field(line, "Version"); !version.empty())
            package.version = version;
        if (const auto machine = package_field(line, "Architecture"); !machine.empty())
            package.architecture = machine;
        if (const auto status = package_field(line, "Status"); !status.empty())
            is_installed = status.ends_with(" installed");
    }
    end_entry();
    std::ranges::sort(found, {}, &InstalledPackage::order);
    return found;
}

Data package_data(const InstalledPackage& package) {
    return Data::object(
        {{"arch", Data::string(std::string(package.architecture))},
         {"method", Data::string(std::string(dpkg_method))},
         {"name", Data::string(std::string(package.name))},
         {"version", Data::string(std::string(package.version))}}
    );
}

Result packagesmatching(Call& call) {
    std::array<std::shared_ptr<const Regex>, 4> patterns; // as the parameters
    for (std::size_t index = 0; index < patterns.size(); ++index) {
        patterns[index] = call.regex(index);
        if (!patterns[index]) return std::nullopt;
    }
    const auto database = read_whole_file(call.around().settled_world().host, dpkg_database);
    if (!database) return call.fail("no list of packages: " + database.why_not, LogLevel::info);
    Data::Array found;
    for (const InstalledPackage& package : packages_in(*database)) {
        if (patterns[0]->matches(package.name) && patterns[1]->matches(package.version) &&
            patterns[2]->matches(package.architecture) && patterns[3]->matches(dpkg_method))
            found.push_back(package_data(package));
    }
    return Value::data(Data::array(std::move(found)));
}

Result packageupdatesmatching(Call& call) {
    return call.fail("vow keeps no list of package updates");
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
         .help = "The installed packages of dpkg that match.",
         .body = packagesmatching},
        {.name = "packageupdatesmatching",
         .result = ResultType::data,
         .parameters = package_parameters,
         .required = 4,
         .help = "The package updates that match: never known to vow.",
         .body = packageupdatesmatching},
    };
    return table;
}

} // namespace vow::cfengine::families
