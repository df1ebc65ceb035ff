#pragma once

#include "modules/sdk/cpp/described_module.h"

namespace vow::modules {

/// Keeps `processes` promises: finds the processes whose command line matches, counts, signals or
/// stops them, and says by a class when there is something to start.
class ProcessesModule : public DescribedModule {
public:
    ProcessesModule();

private:
    std::vector<std::string> further_faults(const Promise& promise) const override;
    Outcome keep(const Promise& promise, Record& record, Log& log) override;
};

} // namespace vow::modules
