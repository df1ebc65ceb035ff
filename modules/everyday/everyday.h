#pragma once

#include "modules/sdk/cpp/described_module.h"
#include "protocol/promise/settings.h"

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace vow::modules {

// The everyday types: small ones, each of which is a function that keeps a promise, and a
// description.

/// A module that is made of functions.
class EverydayModule : public DescribedModule {
public:
    using Keep = Outcome (*)(const Promise& promise, Record& record, Log& log);
    using Faults = std::vector<std::string> (*)(const Promise& promise);

    EverydayModule(
        PromiseTypeDescription type,
        Keep keep,
        Faults faults = nullptr,
        std::string_view kind_of_object = {}
    )
        : DescribedModule(std::move(type), kind_of_object),
          keep_(keep),
          faults_(faults) {}

private:
    std::vector<std::string> further_faults(const Promise& promise) const override;
    Outcome keep(const Promise& promise, Record& record, Log& log) override {
        return keep_(promise, record, log);
    }

    const Keep keep_;
    const Faults faults_;
};

/// The attribute `absent`, which all of these types but a few have.
AttributeDescription absent_attribute(std::string summary);
/// A text, or a list of texts, of at least one each. EverydayModule refuses other data.
AttributeDescription texts_attribute(std::string name, std::string pattern, std::string summary);
/// The rule that these attributes are required unless `absent` is promised.
std::vector<AttributeRule> required_unless_absent(const std::vector<std::string>& names);

/// False in a chroot, where files are kept, but nothing that runs is touched: it would be the
/// host's. Also false if /proc cannot tell.
bool is_running_system();
/// The reason then, for messages.
constexpr std::string_view not_running = "since this is not the root of a running system";

} // namespace vow::modules
