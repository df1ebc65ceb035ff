#include "agent/report/observers.h"
#include "protocol/data/conversion.h"
#include "protocol/data/overload.h"

#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace vow::agent {
namespace {

AttributeValue masked(const AttributeValue& value, const Secrets& secrets) {
    return std::visit(
        Overload{
            [&](const std::string& text) -> AttributeValue { return secrets.masked(text); },
            [&](const std::vector<std::string>& texts) -> AttributeValue {
                std::vector<std::string> all;
                all.reserve(texts.size());
                for (const std::string& text : texts)
                    all.push_back(secrets.masked(text));
                return all;
            },
            [&](const Data& data) -> AttributeValue { return secrets.masked(data); }},
        value
    );
}

Promise masked(const Promise& promise, const Secrets& secrets) {
    Promise copy = promise;
    copy.promiser = secrets.masked(promise.promiser);
    for (const Attribute& attribute : promise.attributes)
        copy.attributes.set(attribute.name, masked(attribute.value, secrets));
    return copy;
}

Remarks masked(const Remarks& remarks, const Secrets& secrets) {
    Remarks copy{.comment = secrets.masked(remarks.comment)};
    for (const std::string& tag : remarks.tags)
        copy.tags.push_back(secrets.masked(tag));
    return copy;
}

} // namespace

void send_masked(
    const Event& event, const Secrets& secrets, const std::function<void(const Event&)>& send
) {
    const auto hide = [&](std::string_view text) { return secrets.masked(text); };
    std::visit(
        Overload{
            [&](LogLine line) {
                const std::string text = hide(line.text);
                const std::string excerpt = hide(line.excerpt);
                line.text = text;
                line.excerpt = excerpt;
                send(line);
            },
            [&](Report report) {
                const std::string text = hide(report.text);
                report.text = text;
                send(report);
            },
            [&](const ScopeBegan& began) {
                const std::string name = hide(began.name);
                send(ScopeBegan{
                    began.scope, began.parent, began.kind, name, began.origin, began.time});
            },
            [&](const PromiseStarted& started) {
                const Promise promise = masked(started.promise, secrets);
                send(PromiseStarted{promise});
            },
            [&](const Progress& progress) {
                const Promise promise = masked(progress.promise, secrets);
                const std::string text = hide(progress.text);
                send(Progress{promise, progress.percent, text});
            },
            [&](const PromiseDone& done) {
                const Promise promise = masked(done.promise, secrets);
                const Outcome outcome = secrets.masked(done.outcome);
                const std::string error = hide(done.error);
                send(PromiseDone{promise, outcome, done.handled, done.time, error});
            },
            [&](PromiseSkipped skipped) {
                const std::string promiser = hide(skipped.promiser);
                const std::string because = hide(skipped.because);
                skipped.promiser = promiser;
                skipped.because = because;
                send(skipped);
            },
            [&](const ClassExpected& expected) {
                const std::string name = hide(expected.name);
                const std::string cause = hide(expected.cause);
                send(ClassExpected{name, cause, expected.origin});
            },
            [&](PromiseFollows follows) {
                const std::string promiser = hide(follows.promiser);
                const std::string cause = hide(follows.cause);
                const std::string name = hide(follows.class_name);
                follows.promiser = promiser;
                follows.cause = cause;
                follows.class_name = name;
                send(follows);
            },
            [&](const DriftFound& drift) {
                const std::string promiser = hide(drift.promiser);
                const std::vector<Change> changes =
                    secrets.masked(Outcome{.changes = drift.changes}).changes;
                send(DriftFound{drift.operation, promiser, drift.origin, drift.server, changes});
            },
            [&](const ClassDefined& defined) {
                const std::string name = hide(defined.name);
                const Remarks remarks = masked(defined.remarks, secrets);
                send(ClassDefined{name, defined.bundle, remarks, defined.origin});
            },
            [&](const ClassCancelled& cancelled) {
                const std::string name = hide(cancelled.name);
                send(ClassCancelled{name, cancelled.origin});
            },
            [&](const ClassWithheld& withheld) {
                const std::string name = hide(withheld.name);
                send(ClassWithheld{name, withheld.now, withheld.needed, withheld.origin});
            },
            [&](const VariableDefined& defined) {
                const std::string name = hide(defined.name);
                const std::string value = hide(defined.value);
                const Remarks remarks = masked(defined.remarks, secrets);
                send(VariableDefined{name, value, remarks, defined.origin});
            },
            [&](const LanguageEvent& own) {
                const Data members = secrets.masked(own.members);
                send(LanguageEvent{own.name, members, own.scope});
            },
            [&](const ModuleWorked& worked) {
                const Promise promise = masked(worked.promise, secrets);
                const Outcome outcome = secrets.masked(worked.outcome);
                send(ModuleWorked{worked.process, promise, outcome});
            },
            [&](const ModuleStarted& started) { send(started); },
            [&](const ModuleEnded& ended) { send(ended); },
            [&](const ScopeEnded& ended) { send(ended); },
            [&](const FacilityChosen& chosen) { send(chosen); },
            [&](const LogLevelChosen& chosen) { send(chosen); },
            [](const SecretLearned&) {}},
        event
    );
}

} // namespace vow::agent
