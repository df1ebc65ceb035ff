#include "modules/sdk/cpp/described_module.h"

#include "modules/sdk/cpp/declared.h"
#include "protocol/promise/fault.h"

#include <system_error>
#include <utility>

namespace vow::modules {
namespace {

Promise complete(const Promise& promise, const PromiseTypeDescription& described) {
    Promise whole = promise;
    whole.attributes = with_defaults(promise, described);
    return whole;
}

} // namespace

DescribedModule::DescribedModule(PromiseTypeDescription type)
    : description_{.summary = type.summary, .promise_types = {type}},
      name_(described().name) {}

Validity DescribedModule::validate(const Promise& promise, Log& log) {
    std::vector<std::string> faults;
    for (const Fault& fault : faults_of(promise, described()))
        faults.push_back(text_of(fault));
    if (faults.empty()) faults = further_faults(complete(promise, described()));
    for (const std::string& fault : faults)
        log.error(fault);
    return faults.empty() ? Validity::valid : Validity::invalid;
}

Outcome DescribedModule::evaluate(const Promise& promise, Log& log) {
    const Promise whole = complete(promise, described());
    Record record(whole, saying_to(log));
    Outcome outcome;
    try {
        outcome = keep(whole, record, log);
    } catch (const std::system_error& refused) {
        record.failed(refused.what());
    } catch (const std::exception& fault) {
        record.say(LogLevel::critical, fault.what());
        record.add(Verdict::error);
    }
    outcome.verdicts = record.verdicts();
    outcome.changes = record.changes();
    return outcome;
}

} // namespace vow::modules
