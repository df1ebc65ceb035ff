#include "modules/sdk/cpp/described_module.h"

#include "modules/sdk/cpp/declared.h"
#include "protocol/description/fault.h"

#include <optional>
#include <system_error>
#include <utility>

namespace vow::modules {
namespace {

/// A promise with its defaults: the original, or a copy of it if there is something to add.
class WholePromise {
public:
    WholePromise(const Promise& promise, const PromiseTypeDescription& described)
        : promise_(promise) {
        auto attributes = with_defaults(promise.attributes, described);
        if (attributes) completed_.emplace(promise).attributes = *std::move(attributes);
    }
    const Promise& operator*() const { return completed_ ? *completed_ : promise_; }

private:
    const Promise& promise_;
    std::optional<Promise> completed_;
};

} // namespace

DescribedModule::DescribedModule(PromiseTypeDescription type)
    : description_{.summary = type.summary, .promise_types = {type}},
      name_(described().name) {}

Validity DescribedModule::validate(const Promise& promise, Log& log) {
    std::vector<std::string> faults;
    for (const Fault& fault : faults_of(promise, described(), patterns_))
        faults.push_back(text_of(fault));
    if (faults.empty()) faults = further_faults(*WholePromise(promise, described()));
    for (const std::string& fault : faults)
        log.error(fault);
    return faults.empty() ? Validity::valid : Validity::invalid;
}

Outcome DescribedModule::evaluate(const Promise& promise, Log& log) {
    const WholePromise whole(promise, described());
    Record record(*whole, logger_for(log));
    Outcome outcome;
    try {
        outcome = keep(*whole, record, log);
    } catch (const std::system_error& refused) {
        record.failed(refused.what());
    } catch (const std::exception& fault) {
        record.log(LogLevel::critical, fault.what());
        record.add(Verdict::error);
    }
    outcome.verdicts = record.verdicts();
    outcome.only_warned = !promise.terms.changes_allowed() && record.has_only_warned();
    outcome.parts = record.parts();
    outcome.changes = record.changes();
    return outcome;
}

} // namespace vow::modules
