#include "policy/otterscript/operations/program.h"
#include "policy/otterscript/operations/table.h"
#include "protocol/packages/package_list.h"
#include "protocol/text/text.h"

#include <algorithm>
#include <array>

/// Lists of installed packages, which a collect pass stores.
namespace vow::otterscript {
namespace {

constexpr std::array list_properties = {Property{"Packages", Property::Use::output}};

Data package_data(const Package& package) {
    return Data::object(
        {{"name", Data::string(package.name)},
         {"version", Data::string(package.version)},
         {"architecture", Data::string(package.architecture)}}
    );
}

/// As a document `SERVER KIND`, and as a map from names to versions.
void store_list(OperationRun& run, const std::string& kind, const PackageList& packages) {
    const Server* server = run.executor().context().server;
    std::string key = server == nullptr ? "-" : server->name;
    key.append(" ").append(kind);
    Data::Array items;
    items.reserve(packages.size());
    Map versions;
    for (const Package& package : packages) {
        items.push_back(package_data(package));
        versions.at(package.name) = package.version;
    }
    run.log(LogLevel::info, std::to_string(packages.size()) + " " + kind + " packages");
    run.set_output("Packages", std::move(versions));
    if (run.executor().execution().is_simulation()) return;
    const auto stored =
        run.world().state.put("otterscript-packages", key, Data::array(std::move(items)));
    if (stored == Documents::Stored::no) run.fail("the list of packages cannot be stored");
}

void collect_debian(OperationRun& run) {
    const auto database = read_whole_file(run.host(), dpkg_database);
    if (!database)
        run.fail("cannot read '" + std::string(dpkg_database) + "': " + database.why_not);
    store_list(run, "Debian", packages_in_dpkg(*database));
}

void collect_rpm(OperationRun& run) {
    const auto rpm = program_on_path(run.host(), "rpm");
    if (!rpm) run.fail("the program 'rpm' was not found on PATH");
    PackageList packages;
    const OperationRun::Allowed looking(run);
    const auto status = run_program(
        run,
        {.path = *rpm,
         .arguments =
             {"--query", "--all", "--queryformat", R"(%{NAME}\t%{VERSION}-%{RELEASE}\t%{ARCH}\n)"},
         .folder = "/",
         .output =
             [&](std::string_view line) {
                 const auto fields = split_at(line, '\t');
                 if (fields.size() != 3) return;
                 packages.push_back(
                     {std::string(fields[0]), std::string(fields[1]), std::string(fields[2])}
                 );
             },
         .errors = [&](std::string_view line) { run.log(LogLevel::error, line); }}
    );
    if (status != 0) run.fail("'rpm' cannot list the packages");
    std::sort(packages.begin(), packages.end());
    store_list(run, "RPM", packages);
}

} // namespace

std::vector<Operation> package_list_operations() {
    return {
        {"Collect-DebianPackages",
         "Linux",
         OperationKind::collect,
         list_properties,
         &collect_debian,
         "Stores the list of the installed packages of dpkg.",
         "Collect-DebianPackages (Packages => @packages);"},
        {"Collect-RpmPackages",
         "Linux",
         OperationKind::collect,
         list_properties,
         &collect_rpm,
         "Stores the list of the installed packages of rpm.",
         "Collect-RpmPackages (Packages => @packages);"},
    };
}

} // namespace vow::otterscript
