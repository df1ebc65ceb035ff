#include "modules/processes/processes_module.h"

#include "modules/processes/process_promise.h"
#include "modules/processes/process_run.h"
#include "modules/processes/processes_type.h"
#include "modules/sdk/cpp/token_expression.h"
#include "protocol/promise/settings.h"

namespace vow::modules {

ProcessesModule::ProcessesModule() : DescribedModule(processes_type()) {}

std::vector<std::string> ProcessesModule::further_faults(const Promise& promise) const {
    std::vector<std::string> faults;
    if (!ProcessPromise::from(promise))
        faults.push_back("Promiser must be a regular expression, not '" + promise.promiser + "'");
    const auto selection = Settings(promise.attributes).body("process_select");
    const auto result = selection ? selection->text("process_result") : std::nullopt;
    auto fault = result ? fault_of_token_expression("process_result", "process_select", *result)
                        : std::nullopt;
    if (fault) faults.push_back(*std::move(fault));
    return faults;
}

Outcome ProcessesModule::keep(const Promise& promise, Record& record, Log& log) {
    const auto process = ProcessPromise::from(promise);
    return process ? ProcessRun(*process, record, log).run() : Outcome::of(Verdict::error);
}

} // namespace vow::modules
