#include "modules/noop/noop_module.h"

namespace vow::modules {
namespace {

PromiseTypeDescription noop_type() {
    PromiseTypeDescription type{
        .name = "noop",
        .summary = "changes nothing; the module to copy",
        .promiser_summary = "anything"};
    type.attributes = {{.name = "message", .summary = "logged at verbose"}};
    type.examples = {"noop:\n  \"anything\"\n    message => \"hello\";"};
    return type;
}

} // namespace

NoopModule::NoopModule() : DescribedModule(noop_type()) {}

Outcome NoopModule::keep(const Promise& promise, Record& record, Log& /*log*/) {
    const std::string* message = promise.attributes.text("message");
    record.kept(message != nullptr ? *message : "There was nothing to do");
    return {};
}

} // namespace vow::modules
