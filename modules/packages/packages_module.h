#pragma once

#include "modules/packages/method_keeper.h"
#include "modules/packages/module_keeper.h"
#include "modules/sdk/cpp/described_module.h"

namespace vow::modules {

/// Keeps `packages` promises: software installed, updated or removed by a package module, or by the
/// commands of a package method.
class PackagesModule : public DescribedModule {
public:
    PackagesModule();

private:
    Outcome keep(const Promise& promise, Record& record, Log& log) override;

    InstalledPackages installed_;
    ModuleListsByKey lists_;
};

} // namespace vow::modules
