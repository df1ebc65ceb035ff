#pragma once

#include "modules/sdk/cpp/described_module.h"

namespace vow::modules {

/// Keeps `git` promises: a folder contains a clone of a repository at the promised version.
/// Determines what to do by querying the remote, without changing anything.
class GitModule : public DescribedModule {
public:
    GitModule();

private:
    std::vector<std::string> further_faults(const Promise& promise) const override;
    Outcome keep(const Promise& promise, Record& record, Log& log) override;
};

} // namespace vow::modules
