#pragma once

#include "modules/sdk/cpp/described_module.h"

namespace vow::modules {

/// Keeps `systemd` promises: a unit's file, whether it is started at boot, and whether it runs.
/// Everything except the file goes through systemctl.
class SystemdModule : public DescribedModule {
public:
    SystemdModule();

private:
    std::vector<std::string> further_faults(const Promise& promise) const override;
    Outcome keep(const Promise& promise, Record& record, Log& log) override;
};

} // namespace vow::modules
