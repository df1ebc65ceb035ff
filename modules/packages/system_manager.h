#pragma once

#include "modules/packages/package_operation.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace vow::modules {

/// The package manager of a host, used directly, without a package module: apt on Debian, dnf on
/// Fedora and its relatives. It runs programs without a shell, for one promise, which it borrows.
class SystemManager {
public:
    SystemManager(const Promise& promise, Log& log) : promise_(promise), log_(log) {}
    virtual ~SystemManager() = default;
    SystemManager(const SystemManager&) = delete;
    SystemManager& operator=(const SystemManager&) = delete;

    /// The manager of this host, with options for its program; null if vow knows none that is
    /// installed.
    static std::unique_ptr<SystemManager>
    of_host(const Promise& promise, Log& log, std::vector<std::string> options);

    /// nullopt if they cannot be read.
    virtual std::optional<PackageList> installed() = 0;
    /// The versions of a package that can replace an installed one.
    virtual PackageList updates(const Package& package) = 0;
    /// The package in a file; nullopt if it is not one.
    virtual std::optional<Package> package_in(const PackageFile& file) = 0;
    /// Reads from the network which packages there are.
    virtual ToolRun refresh() = 0;
    /// The changes of carry_out(), by the dry run of the manager itself.
    virtual PackagePreview preview(const SystemOperation& operation) = 0;
    virtual ToolRun carry_out(const SystemOperation& operation) = 0;

    const Trust& trust() const { return log_.trust(); }

protected:
    ToolRun run(const char* program, std::vector<std::string> arguments);

private:
    const Promise& promise_;
    Log& log_;
};

/// The packages in lines of three columns with tabs between them: name, version, architecture.
PackageList packages_in_columns(std::string_view lines);

} // namespace vow::modules
