#pragma once

#include "modules/packages/system_manager.h"
#include "protocol/packages/package_list.h"

namespace vow::modules {

/// Packages of Debian: the database of dpkg is read directly, apt-get changes what is installed.
class AptManager : public SystemManager {
public:
    AptManager(
        const Promise& promise,
        Log& log,
        std::vector<std::string> options,
        std::string database = dpkg_database
    );

    static bool is_on_host();

    std::optional<PackageList> installed() override;
    PackageList updates(const Package& package) override;
    std::optional<Package> package_in(const PackageFile& file) override;
    ToolRun refresh() override;
    PackagePreview preview(const SystemOperation& operation) override;
    ToolRun carry_out(const SystemOperation& operation) override;

private:
    ToolRun apt_get(std::vector<std::string> arguments);

    std::vector<std::string> options_;
    std::string database_;
};

/// Packages of Fedora and its relatives: rpm lists them, dnf changes them.
class DnfManager : public SystemManager {
public:
    DnfManager(const Promise& promise, Log& log, std::vector<std::string> options);

    static bool is_on_host();

    std::optional<PackageList> installed() override;
    PackageList updates(const Package& package) override;
    std::optional<Package> package_in(const PackageFile& file) override;
    ToolRun refresh() override;
    PackagePreview preview(const SystemOperation& operation) override;
    ToolRun carry_out(const SystemOperation& operation) override;

private:
    ToolRun dnf(std::vector<std::string> first, const std::vector<std::string>& arguments);

    std::vector<std::string> options_;
};

} // namespace vow::modules
