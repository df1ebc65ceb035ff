#pragma once

#include "modules/sdk/cpp/described_module.h"
#include "protocol/description/description.h"

namespace vow::modules {

/// Keeps `processes` promises: finds processes by command line, counts, signals or stops them, and
/// defines a class when something has to be started.
class ProcessesModule : public DescribedModule {
public:
    ProcessesModule();

private:
    std::vector<std::string> further_faults(const Promise& promise) const override;
    Outcome keep(const Promise& promise, Record& record, Log& log) override;
};

/// The description of `processes` promises.
PromiseTypeDescription processes_type();

} // namespace vow::modules
