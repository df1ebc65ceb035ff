#pragma once

#include "modules/packages/system_manager.h"
#include "protocol/packages/dpkg_database.h"

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
    std::optional<Package> package_in(const std::string& file) override;
    ToolRun refresh() override;
    ToolRun install(const Package& package) override;
    ToolRun install_file(const std::string& file) override;
    ToolRun remove(const Package& package) override;

private:
    ToolRun apt_get(std::vector<std::string> arguments);

    std::vector<std::string> options_;
    std::string database_;
};

} // namespace vow::modules
