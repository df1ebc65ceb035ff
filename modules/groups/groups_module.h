#pragma once

#include "modules/sdk/cpp/described_module.h"

namespace vow::modules {

/// Keeps `groups` promises: the promiser is a local group that exists, with the promised members,
/// or does not exist. Its number is never changed, since files belong to numbers.
class GroupsModule : public DescribedModule {
public:
    GroupsModule();

private:
    std::vector<std::string> further_faults(const Promise& promise) const override;
    Outcome keep(const Promise& promise, Record& record, Log& log) override;
};

} // namespace vow::modules
