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

DescribedModule::DescribedModule(PromiseTypeDescription type, std::string_view kind_of_object)
    : description_{.summary = type.summary, .promise_types = {type}},
      name_(described().name),
      kind_of_object_(kind_of_object) {}

Validity DescribedModule::validate(const Promise& promise, Log& log) {
    if (check_against_description(promise, log) == Validity::invalid) return Validity::invalid;
    return check_further(*WholePromise(promise, described()), log);
}

Outcome DescribedModule::evaluate(const Promise& promise, Log& log) {
    return evaluate_whole(*WholePromise(promise, described()), log);
}

Outcome DescribedModule::validate_and_evaluate(const Promise& promise, Log& log) {
    if (check_against_description(promise, log) == Validity::invalid)
        return Outcome::of(Verdict::error);
    const WholePromise whole(promise, described());
    if (check_further(*whole, log) == Validity::invalid) return Outcome::of(Verdict::error);
    return evaluate_whole(*whole, log);
}

Validity DescribedModule::check_against_description(const Promise& promise, Log& log) {
    const std::vector<Fault> faults = faults_of(promise, described(), patterns_);
    for (const Fault& fault : faults)
        log.error(text_of(fault));
    return faults.empty() ? Validity::valid : Validity::invalid;
}

Validity DescribedModule::check_further(const Promise& whole, Log& log) const {
    const std::vector<std::string> faults = further_faults(whole);
    for (const std::string& fault : faults)
        log.error(fault);
    return faults.empty() ? Validity::valid : Validity::invalid;
}

namespace {

/// A change that names no object is about the promiser.
void name_object(Change& change, std::string_view kind, const std::string& promiser) {
    if (!change.object.empty()) return;
    if (!kind.empty()) {
        change.kind = kind;
        change.object = promiser;
        return;
    }
    const bool is_path = !change.path.empty() || promiser.starts_with('/');
    if (change.path.empty() && is_path) change.path = promiser;
    if (change.kind.empty()) change.kind = is_path ? "path" : "setting";
    change.object = is_path ? change.path : promiser;
}

} // namespace

Outcome DescribedModule::evaluate_whole(const Promise& whole, Log& log) {
    Record record(whole, logger_for(log));
    Outcome outcome;
    try {
        outcome = keep(whole, record, log);
    } catch (const std::system_error& refused) {
        record.failed(refused.what());
    } catch (const std::exception& fault) {
        record.log(LogLevel::critical, fault.what());
        record.add(Verdict::error);
    }
    outcome.verdicts = record.verdicts();
    outcome.only_warned = !whole.terms.changes_allowed() && record.has_only_warned();
    const bool is_dry = whole.terms.policy == Terms::Policy::dry_run;
    if (is_dry && outcome.only_warned) outcome.untold = record.untold();
    outcome.parts = record.parts();
    outcome.changes = record.changes();
    const bool has_changed = outcome.result() == Verdict::repaired || outcome.would_repair();
    if (outcome.changes.empty() && has_changed && !outcome.untold)
        outcome.changes.push_back({.what = whole.promiser, .action = ChangeAction::update});
    for (Change& change : outcome.changes)
        name_object(change, kind_of_object_, whole.promiser);
    return outcome;
}

} // namespace vow::modules
