#include "policy/run/observer.h"
#include "tests/support/event_text.h"

#include <doctest/doctest.h>

#include <memory>

namespace stored_event_test {

using namespace vow;

TEST_CASE("a stored event does not depend on the objects it referred to") {
    auto type = std::make_unique<PromiseType>(PromiseType{"packages"});
    auto promise = std::make_unique<Promise>(Promise{
        .type = type.get(),
        .promiser = "vim",
        .origin = {.file = "p.cf", .line = 3, .bundle = "main", .scope = ScopeId{2}}});
    auto outcome = std::make_unique<Outcome>(Outcome::of(Verdict::repaired));
    auto remarks = std::make_unique<Remarks>(Remarks{{"inventory"}, "why"});
    auto text = std::make_unique<std::string>("a text that is too long to be stored in place");
    auto members = std::make_unique<Data>(Data::object({{"id", Data::string(*text)}}));
    auto changes = std::make_unique<std::vector<Change>>(1, Change{.what = *text});
    std::vector<Event> events = {
        LogLine{LogLevel::info, *text, ScopeId{2}, LogPriority::alert, *text},
        Report{*text, ScopeId{1}},
        ScopeBegan{ScopeId{2}, ScopeId{1}, *text, *text, promise->origin},
        ScopeEnded{ScopeId{2}, Verdict::repaired},
        PromiseStarted{*promise},
        Progress{*promise, 40, *text},
        PromiseDone{*promise, *outcome, Handled::yes},
        PromiseSkipped{*text, *text, promise->origin, SkipReason::no_drift, *text},
        ClassExpected{*text, *text, promise->origin},
        PromiseFollows{*text, *text, promise->origin, *text, *text},
        FacilityChosen{LogFacility::local3},
        LogLevelChosen{LogLevel::info},
        ClassDefined{*text, *text, *remarks, promise->origin},
        ClassCancelled{*text, promise->origin},
        ClassWithheld{*text, Verdict::kept, Verdict::repaired, promise->origin},
        VariableDefined{*text, *text, *remarks, promise->origin},
        SecretLearned{*members, ScopeId{2}},
        ModuleStarted{7, *text, *text},
        ModuleWorked{7, *promise, *outcome},
        ModuleEnded{7},
        LanguageEvent{*text, *members, ScopeId{2}},
        DriftFound{*text, *text, promise->origin, *text, *changes},
    };
    REQUIRE(events.size() == std::variant_size_v<Event>);
    std::string sent;
    std::vector<StoredEvent> stored;
    for (const Event& event : events) {
        sent += tests::event_text(event) + "\n";
        stored.emplace_back(event);
    }
    type.reset();
    promise.reset();
    outcome.reset();
    remarks.reset();
    members.reset();
    changes.reset();
    text.reset();

    tests::RecordingObserver observer;
    for (const StoredEvent& event : stored)
        event.send_to(observer);
    CHECK(observer.text() == sent);
}

TEST_CASE("a stored event has the time at which it happened") {
    const auto before = std::chrono::steady_clock::now();
    const StoredEvent first{ScopeEnded{ScopeId{2}, Verdict::kept}};
    const auto after = std::chrono::steady_clock::now();
    struct Times final : Observer {
        void receive(const Event& event) override {
            const auto& ended = std::get<ScopeEnded>(event);
            times.push_back(ended.time);
            again.emplace_back(event);
        }
        std::vector<EventTime> times;
        std::vector<StoredEvent> again;
    } observer;
    first.send_to(observer);
    const StoredEvent second = observer.again.front();
    second.send_to(observer);
    REQUIRE(observer.times.size() == 2);
    CHECK(observer.times[0] >= before);
    CHECK(observer.times[0] <= after);
    CHECK(observer.times[1] == observer.times[0]);
}

} // namespace stored_event_test
