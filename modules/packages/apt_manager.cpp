#include "modules/packages/package_managers.h"
#include "modules/sdk/cpp/file_text.h"
#include "protocol/text/text.h"

#include <algorithm>

namespace vow::modules {
namespace {

/// A package as apt-get names it: NAME:ARCHITECTURE=VERSION.
std::string argument_for(const Package& package) {
    std::string argument = package.name;
    if (!package.architecture.empty()) argument += ":" + package.architecture;
    if (!package.version.empty()) argument += "=" + package.version;
    return argument;
}

/// A line of a simulation: "Inst nano [7.2-1] (7.2-2 Debian:12.5/stable [amd64])".
std::optional<Package> package_to_install(std::string_view line) {
    const auto words = words_of(std::string(line));
    if (words.size() < 3 || words.front() != "Inst") return {};
    const auto version =
        std::ranges::find_if(words, [](const std::string& word) { return word.starts_with('('); });
    const auto machine = line.rfind('[');
    if (version == words.end() || machine == line.npos) return {};
    const std::string_view rest = line.substr(machine + 1);
    return Package{
        words[1].substr(0, words[1].find(':')),
        version->substr(1),
        std::string(rest.substr(0, rest.find(']')))};
}

/// A line of a simulation: "Remv exim4 [4.96-15]".
std::optional<Package> package_to_remove(std::string_view line) {
    const auto words = words_of(std::string(line));
    if (words.size() < 2 || (words.front() != "Remv" && words.front() != "Purg")) return {};
    std::string version = words.size() > 2 ? words[2] : "";
    std::erase_if(version, [](char letter) { return letter == '[' || letter == ']'; });
    const auto colon = words[1].find(':');
    return Package{
        words[1].substr(0, colon),
        std::move(version),
        colon == std::string::npos ? "" : words[1].substr(colon + 1)};
}

struct AptArguments {
    std::vector<std::string> operator()(const InstallPackage& install) const {
        return {"install", "--", argument_for(install.package)};
    }
    std::vector<std::string> operator()(const InstallFile& install) const {
        return {"install", "--", install.file.path()};
    }
    std::vector<std::string> operator()(const RemovePackage& remove) const {
        return {
            "remove", "--", argument_for({remove.package.name, {}, remove.package.architecture})};
    }
};

} // namespace

AptManager::AptManager(
    const Promise& promise, Log& log, std::vector<std::string> options, std::string database
)
    : SystemManager(promise, log),
      options_(std::move(options)),
      database_(std::move(database)) {}

bool AptManager::is_on_host() {
    const auto database = TextFile::open(dpkg_database);
    return database && database->text() && find_program("apt-get");
}

std::optional<PackageList> AptManager::installed() {
    const auto database = TextFile::open(database_);
    if (!database || !database->text()) return {};
    return packages_in_dpkg(*database->text());
}

PackageList AptManager::updates(const Package& package) {
    const ToolRun ran = apt_get({"--simulate", "install", "--", argument_for(package)});
    PackageList updates;
    for (const std::string_view line : lines_of(ran.output)) {
        const auto update = package_to_install(line);
        if (update && update->name == package.name) updates.push_back(*update);
    }
    return updates;
}

std::optional<Package> AptManager::package_in(const PackageFile& file) {
    const ToolRun ran =
        run("dpkg-deb",
            {"--show", "--showformat=${Package}\t${Version}\t${Architecture}\n", file.path()});
    const PackageList packages = ran.succeeded ? packages_in_columns(ran.output) : PackageList();
    return packages.empty() ? std::nullopt : std::optional(packages.front());
}

ToolRun AptManager::refresh() {
    return apt_get({"update"});
}

PackagePreview AptManager::preview(const SystemOperation& operation) {
    auto arguments = std::visit(AptArguments(), operation);
    arguments.insert(arguments.begin(), "--simulate");
    PackagePreview preview{.run = apt_get(std::move(arguments))};
    for (const std::string_view line : lines_of(preview.run.output)) {
        if (auto package = package_to_install(line))
            preview.installed.push_back(*std::move(package));
        if (auto package = package_to_remove(line)) preview.removed.push_back(*std::move(package));
    }
    return preview;
}

ToolRun AptManager::carry_out(const SystemOperation& operation) {
    return apt_get(std::visit(AptArguments(), operation));
}

/// Keeps the configuration files of the host, waits for other package managers, and installs an
/// older version if that is what is promised.
ToolRun AptManager::apt_get(std::vector<std::string> arguments) {
    std::vector<std::string> all = {
        "--quiet",
        "--yes",
        "--allow-downgrades",
        "--option=DPkg::Lock::Timeout=120",
        "--option=Dpkg::Options::=--force-confdef",
        "--option=Dpkg::Options::=--force-confold"};
    all.insert(all.end(), options_.begin(), options_.end());
    all.insert(all.end(), arguments.begin(), arguments.end());
    return run("apt-get", std::move(all));
}

} // namespace vow::modules
