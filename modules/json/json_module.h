#pragma once

#include "modules/sdk/cpp/described_module.h"
#include "protocol/data/data.h"
#include "protocol/promise/promise.h"

#include <string>
#include <variant>

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

/// The promised value, from exactly one of the attributes `object`, `array`, `string`, `number` and
/// `primitive`; or the fault, as a sentence.
std::variant<Data, std::string> promised_value(const Attributes& attributes);

} // namespace vow::modules
