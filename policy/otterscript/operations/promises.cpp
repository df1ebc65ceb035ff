#include "policy/otterscript/operations/table.h"
#include "policy/otterscript/statements/operation_run.h"

namespace vow::otterscript {

void run_promise_operation(OperationRun& run) {
    Attributes attributes;
    for (const auto& [name, value] : run.named())
        attributes.set(name, attribute_from(value));
    const Outcome outcome =
        run.keep(*run.operation().type, run.text("promiser"), std::move(attributes));
    for (const auto& [name, data] : outcome.variables)
        run.set_output(name, value_from(data));
    run.set_output("Result", std::string(text_of(outcome.result())));
    run.set_output("Classes", vector_of(outcome.classes));
}

} // namespace vow::otterscript
