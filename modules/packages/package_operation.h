#pragma once

#include "modules/sdk/cpp/tool.h"
#include "protocol/packages/package_list.h"
#include "protocol/system/trust.h"

#include <string>
#include <variant>

namespace vow::modules {

/// The path of a package file that may be installed with our rights: its scripts run as us, so only
/// trusted users can change it, or give its name to another file. The programs of package managers
/// get the path, not a copy.
class PackageFile {
public:
    static std::variant<PackageFile, Objection>
    checked(const std::string& path, const Trust& trust) {
        if (auto objection = trust.objection_to_use(path))
            return Objection{"'" + path + "' is not trusted: " + *std::move(objection)};
        return PackageFile(path);
    }

    const std::string& path() const { return path_; }

private:
    explicit PackageFile(std::string path) : path_(std::move(path)) {}

    std::string path_;
};

struct InstallPackage {
    Package package; ///< without a version: the newest one
};
struct InstallFile {
    PackageFile file;
};
struct RemovePackage {
    Package package;
};

/// One change by the package manager of the host.
using SystemOperation = std::variant<InstallPackage, InstallFile, RemovePackage>;

/// The changes that a package manager announces for an operation, which it does not carry out.
struct PackagePreview {
    ToolRun run = {};
    PackageList installed = {}; ///< installed, or brought to that version
    PackageList removed = {};
};

} // namespace vow::modules
