#pragma once

#include "modules/sdk/cpp/described_module.h"

namespace vow::modules {

/// Keeps `git` promises: a clone of a repository stands in a folder, at the promised version. What
/// is to be done is found out without changing anything, by asking the remote.
class GitModule : public DescribedModule {
public:
    GitModule();

private:
    std::vector<std::string> further_faults(const Promise& promise) const override;
    Outcome keep(const Promise& promise, Record& record, Log& log) override;
};

} // namespace vow::modules
