#pragma once

#include "modules/sdk/cpp/described_module.h"

namespace vow::modules {

/// Keeps `json` promises: the promiser is a JSON file, or `FILE:MEMBER` of the object in it, that
/// has the promised value. Content that is not a JSON object is overwritten, with a warning.
class JsonModule : public DescribedModule {
public:
    JsonModule();

private:
    std::vector<std::string> further_faults(const Promise& promise) const override;
    Outcome keep(const Promise& promise, Record& record, Log& log) override;
};

} // namespace vow::modules
