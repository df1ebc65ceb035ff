#pragma once

#include "modules/sdk/cpp/described_module.h"
#include "protocol/description/description.h"

namespace vow::modules {

/// Keeps `commands` promises: runs a program and judges it by its exit status.
class CommandsModule : public DescribedModule {
public:
    CommandsModule();
    bool is_parallel() const override { return true; }

private:
    std::vector<std::string> further_faults(const Promise& promise) const override;
    Outcome keep(const Promise& promise, Record& record, Log& log) override;
};

/// The description of `commands` promises.
PromiseTypeDescription commands_type();

} // namespace vow::modules
