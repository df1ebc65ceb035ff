#include "modules/processes/processes_module.h"

#include "modules/processes/process_promise.h"
#include "modules/processes/process_run.h"

namespace vow::modules {

std::span<const std::string_view> ProcessesModule::promise_types() const {
    static constexpr std::string_view types[] = {"processes"};
    return types;
}

Validity ProcessesModule::validate(const Promise& promise, Log& log) {
    return ProcessPromise::from(promise, log) ? Validity::valid : Validity::invalid;
}

Outcome ProcessesModule::evaluate(const Promise& promise, Log& log) {
    const auto process = ProcessPromise::from(promise, log);
    if (!process) return Outcome::of(Verdict::error);
    Record record(promise, saying_to(log));
    return ProcessRun(*process, record, log).run();
}

} // namespace vow::modules
