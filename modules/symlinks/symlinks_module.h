#pragma once

#include "modules/sdk/cpp/described_module.h"

namespace vow::modules {

/// Keeps `symlinks` promises: the promiser is a symbolic link to the promised `file` or
/// `directory`. Never removes a file or directory in its place.
class SymlinksModule : public DescribedModule {
public:
    SymlinksModule();

private:
    Outcome keep(const Promise& promise, Record& record, Log& log) override;
};

} // namespace vow::modules
