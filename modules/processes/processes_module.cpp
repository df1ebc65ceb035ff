#include "modules/processes/processes_module.h"

#include "modules/processes/process_promise.h"
#include "modules/processes/process_run.h"
#include "modules/processes/processes_type.h"

namespace vow::modules {

ProcessesModule::ProcessesModule() : DescribedModule(processes_type()) {}

std::vector<std::string> ProcessesModule::further_faults(const Promise& promise) const {
    if (ProcessPromise::from(promise)) return {};
    return {"Promiser must be a regular expression, not '" + promise.promiser + "'"};
}

Outcome ProcessesModule::keep(const Promise& promise, Record& record, Log& log) {
    const auto process = ProcessPromise::from(promise);
    return process ? ProcessRun(*process, record, log).run() : Outcome::of(Verdict::error);
}

} // namespace vow::modules
