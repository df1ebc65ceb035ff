#pragma once

#include "modules/sdk/cpp/described_module.h"

namespace vow::modules {

/// Keeps `noop` promises: logs the promised `message`, and is always kept. Copy this folder to
/// start a module.
class NoopModule : public DescribedModule {
public:
    NoopModule();

private:
    Outcome keep(const Promise& promise, Record& record, Log& log) override;
};

} // namespace vow::modules
