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

/// Sends each kind of event with its texts masked; they live until it is sent.
class MaskedSender {
public:
    MaskedSender(const Secrets& secrets, const std::function<void(const Event&)>& send)
        : secrets_(secrets),
          send_(send) {}

    void operator()(LogLine line) const {
        const std::string text = hide(line.text);
        const std::string excerpt = hide(line.excerpt);
        line.text = text;
        line.excerpt = excerpt;
        send_(line);
    }
    void operator()(Report report) const {
        const std::string text = hide(report.text);
        report.text = text;
        send_(report);
    }
    void operator()(const ScopeBegan& began) const {
        const std::string name = hide(began.name);
        send_(ScopeBegan{began.scope, began.parent, began.kind, name, began.origin, began.time});
    }
    void operator()(const PromiseStarted& started) const {
        const Promise promise = masked(started.promise, secrets_);
        send_(PromiseStarted{promise});
    }
    void operator()(const Progress& progress) const {
        const Promise promise = masked(progress.promise, secrets_);
        const std::string text = hide(progress.text);
        send_(Progress{promise, progress.percent, text});
    }
    void operator()(const PromiseDone& done) const {
        const Promise promise = masked(done.promise, secrets_);
        const Outcome outcome = secrets_.masked(done.outcome);
        const std::string error = hide(done.error);
        send_(PromiseDone{promise, outcome, done.handled, done.time, error});
    }
    void operator()(PromiseSkipped skipped) const {
        const std::string promiser = hide(skipped.promiser);
        const std::string because = hide(skipped.because);
        skipped.promiser = promiser;
        skipped.because = because;
        send_(skipped);
    }
    void operator()(const ClassExpected& expected) const {
        const std::string name = hide(expected.name);
        const std::string cause = hide(expected.cause);
        send_(ClassExpected{name, cause, expected.origin});
    }
    void operator()(PromiseFollows follows) const {
        const std::string promiser = hide(follows.promiser);
        const std::string cause = hide(follows.cause);
        const std::string name = hide(follows.class_name);
        follows.promiser = promiser;
        follows.cause = cause;
        follows.class_name = name;
        send_(follows);
    }
    void operator()(const DriftFound& drift) const {
        const std::string promiser = hide(drift.promiser);
        const std::vector<Change> changes =
            secrets_.masked(Outcome{.changes = drift.changes}).changes;
        send_(DriftFound{drift.operation, promiser, drift.origin, drift.server, changes});
    }
    void operator()(const ClassDefined& defined) const {
        const std::string name = hide(defined.name);
        const Remarks remarks = masked(defined.remarks, secrets_);
        send_(ClassDefined{name, defined.bundle, remarks, defined.origin});
    }
    void operator()(const ClassCancelled& cancelled) const {
        const std::string name = hide(cancelled.name);
        send_(ClassCancelled{name, cancelled.origin});
    }
    void operator()(const ClassWithheld& withheld) const {
        const std::string name = hide(withheld.name);
        send_(ClassWithheld{name, withheld.now, withheld.needed, withheld.origin});
    }
    void operator()(const VariableDefined& defined) const {
        const std::string name = hide(defined.name);
        const std::string value = hide(defined.value);
        const Remarks remarks = masked(defined.remarks, secrets_);
        send_(VariableDefined{name, value, remarks, defined.origin});
    }
    void operator()(const LanguageEvent& own) const {
        const Data members = secrets_.masked(own.members);
        send_(LanguageEvent{own.name, members, own.scope});
    }
    void operator()(const ModuleWorked& worked) const {
        const Promise promise = masked(worked.promise, secrets_);
        const Outcome outcome = secrets_.masked(worked.outcome);
        send_(ModuleWorked{worked.process, promise, outcome});
    }
    void operator()(const ModuleStarted& started) const { send_(started); }
    void operator()(const ModuleEnded& ended) const { send_(ended); }
    void operator()(const ScopeEnded& ended) const { send_(ended); }
    void operator()(const FacilityChosen& chosen) const { send_(chosen); }
    void operator()(const LogLevelChosen& chosen) const { send_(chosen); }
    void operator()(const SecretLearned&) const {}

private:
    std::string hide(std::string_view text) const { return secrets_.masked(text); }

    const Secrets& secrets_;
    const std::function<void(const Event&)>& send_;
};

} // namespace

void send_masked(
    const Event& event, const Secrets& secrets, const std::function<void(const Event&)>& send
) {
    std::visit(MaskedSender(secrets, send), event);
}

} // namespace vow::agent
