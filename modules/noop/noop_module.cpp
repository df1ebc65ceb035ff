#include "modules/noop/noop_module.h"

#include "modules/sdk/cpp/declared.h"

#include <string>

namespace vow::modules {

std::span<const std::string_view> NoopModule::promise_types() const {
    static constexpr std::string_view types[] = {"noop"};
    return types;
}

Description NoopModule::describe() {
    const std::string summary = "changes nothing; the module to copy";
    PromiseTypeDescription type{.name = "noop", .summary = summary};
    type.attributes = {{.name = "message", .summary = "said at verbose"}};
    return {.summary = summary, .promise_types = {std::move(type)}};
}

Validity NoopModule::validate(const Promise& promise, Log& log) {
    const auto faults = faults_of(promise, described_.promise_types.front());
    for (const std::string& fault : faults)
        log.error(fault);
    return faults.empty() ? Validity::valid : Validity::invalid;
}

Outcome NoopModule::evaluate(const Promise& promise, Log& log) {
    if (const std::string* message = promise.attributes.text("message")) log.verbose(*message);
    return Outcome::of(Verdict::kept);
}

} // namespace vow::modules
