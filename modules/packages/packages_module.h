#pragma once

#include "modules/packages/method_keeper.h"
#include "modules/packages/module_keeper.h"
#include "modules/packages/system_keeper.h"
#include "modules/sdk/cpp/described_module.h"
#include "protocol/description/description.h"

namespace vow::modules {

/// Keeps `packages` promises: software installed, updated or removed by a package module, by the
/// commands of a package method or, without either, by the package manager of the host.
class PackagesModule : public DescribedModule {
public:
    PackagesModule();

private:
    Outcome keep(const Promise& promise, Record& record, Log& log) override;

    void keep_by_system(const Settings& settings, Record& record, Log& log);

    SystemPackages system_;
    KnownPackages installed_;
    BulkSchedule schedule_;
    KnownListsByKey lists_;
};

/// The description of `packages` promises.
PromiseTypeDescription packages_type();

} // namespace vow::modules
