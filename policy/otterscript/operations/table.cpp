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

const std::vector<Operation>& native_operations() {
    static const std::vector<Operation> table = [] {
        std::vector<Operation> all;
        for (auto& family :
             {file_operations(),
              file_set_operations(),
              program_operations(),
              script_operations(),
              described_script_operations(),
              plan_operations(),
              artifact_operations(),
              asset_operations(),
              package_list_operations(),
              template_operations(),
              web_operations(),
              general_operations(),
              machine_operations(),
              archive_operations(),
              repository_operations(),
              container_operations(),
              unavailable_operations()})
            all.insert(all.end(), family.begin(), family.end());
        return all;
    }();
    return table;
}

} // namespace vow::otterscript
