#pragma once

#include "modules/packages/package_file.h"
#include "modules/sdk/cpp/tool.h"
#include "protocol/packages/package_list.h"

#include <variant>

namespace vow::modules {

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
