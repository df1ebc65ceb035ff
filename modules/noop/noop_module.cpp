#include "modules/noop/noop_module.h"

#include <string>

namespace vow::modules {

std::span<const std::string_view> NoopModule::promise_types() const {
    static constexpr std::string_view types[] = {"noop"};
    return types;
}

Validity NoopModule::validate(const Promise& promise, Log& log) {
    for (const Attribute& attribute : promise.attributes) {
        if (attribute.name != "message") {
            log.error("noop promises have no attribute '" + attribute.name + "'");
            return Validity::invalid;
        }
    }
    return Validity::valid;
}

Outcome NoopModule::evaluate(const Promise& promise, Log& log) {
    if (const std::string* message = promise.attributes.text("message")) log.verbose(*message);
    return Outcome::of(Verdict::kept);
}

} // namespace vow::modules
