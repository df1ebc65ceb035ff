#pragma once

#include "modules/sdk/cpp/described_module.h"

namespace vow::modules {

/// Keeps `services` promises that no bundle of the policy keeps: whether a service runs and is
/// started at boot, by systemd or, where it does not run, by the init script of the service.
class ServicesModule : public DescribedModule {
public:
    ServicesModule();

private:
    Outcome keep(const Promise& promise, Record& record, Log& log) override;
};

} // namespace vow::modules
