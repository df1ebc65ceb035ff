#include "agent/trace/timeline.h"

#include <doctest/doctest.h>

#include <algorithm>

namespace timeline_test {

using namespace vow;
using namespace vow::agent;
using namespace std::chrono_literals;

namespace {

const PromiseType files{.name = "files"};
const Span::Clock::time_point noon = Span::Clock::now();
const Origin at_main{.file = "main.cf", .line = 1};

Promise promise_in(ScopeId scope, const std::string& promiser, int pass) {
    return {
        .type = &files,
        .promiser = promiser,
        .origin = {.file = "main.cf", .line = 4, .bundle = "main", .scope = scope, .pass = pass}};
}

struct Run {
    Timeline timeline{Timeline::Promises::kept, 100};
    Secrets secrets;

    void begin(ScopeId scope, ScopeId parent, std::string_view name, std::chrono::seconds after) {
        timeline.receive(ScopeBegan{scope, parent, "bundle", name, at_main, noon + after});
    }
    void end(ScopeId scope, std::chrono::seconds after) {
        timeline.receive(ScopeEnded{scope, Verdict::repaired, noon + after});
    }
    void keep(const Promise& promise, std::chrono::seconds took, std::chrono::seconds until) {
        Outcome outcome = Outcome::of(Verdict::repaired);
        outcome.duration = took;
        timeline.receive(PromiseStarted{promise});
        timeline.receive(PromiseDone{promise, outcome, Handled::no, noon + until});
    }
    Span span(std::string_view kind, std::string_view name) {
        const auto& spans = timeline.finish(noon + 100s, secrets);
        const auto found = std::ranges::find_if(spans, [&](const Span& span) {
            return span.kind == kind && span.name == name;
        });
        REQUIRE(found != spans.end());
        return *found;
    }
};

} // namespace

TEST_CASE("a promise lies in its pass, and that in its bundle") {
    Run run;
    run.begin(ScopeId{1}, ScopeId::run, "main", 0s);
    run.keep(promise_in(ScopeId{1}, "/a", 1), 2s, 3s);
    run.end(ScopeId{1}, 5s);
    const Span promise = run.span("promise", "/a");
    const Span pass = run.span("pass", "1");
    const Span bundle = run.span("bundle", "main");
    CHECK(promise.parent == pass.id);
    CHECK(pass.parent == bundle.id);
    CHECK(bundle.parent == 0);
    CHECK(promise.begin == noon + 1s);
    CHECK(promise.end == noon + 3s);
    CHECK(promise.result == "repaired");
    CHECK(promise.place == "main.cf:4");
    CHECK(bundle.begin == noon);
    CHECK(bundle.end == noon + 5s);
    CHECK(bundle.result == "repaired");
}

TEST_CASE("passes follow each other, and a bundle that one calls lies in it") {
    Run run;
    run.begin(ScopeId{1}, ScopeId::run, "main", 0s);
    Origin in_second = at_main;
    in_second.pass = 2;
    run.timeline.receive(ScopeBegan{ScopeId{2}, ScopeId{1}, "bundle", "first", at_main, noon + 1s});
    run.end(ScopeId{2}, 2s);
    run.keep(promise_in(ScopeId{1}, "/a", 1), 1s, 3s);
    run.timeline.receive(ScopeBegan{
        ScopeId{3}, ScopeId{1}, "bundle", "second", in_second, noon + 4s});
    run.end(ScopeId{3}, 5s);
    run.end(ScopeId{1}, 6s);
    const Span first = run.span("pass", "1"), second = run.span("pass", "2");
    CHECK(first.begin == noon);
    CHECK(first.end == noon + 4s);
    CHECK(second.begin == noon + 4s);
    CHECK(second.end == noon + 6s);
    CHECK(run.span("bundle", "second").parent == second.id);
}

TEST_CASE(
    "a promise that a process keeps is in its lane once, with the outcome that came in its turn"
) {
    Run run;
    const Promise promise = promise_in(ScopeId::run, "/a", 0);
    Outcome outcome = Outcome::of(Verdict::not_kept);
    run.timeline.receive(ModuleStarted{42, "files", "/usr/bin/module"});
    run.timeline.receive(ModuleStarted{43, "files", "/usr/bin/module"});
    run.timeline.receive(ModuleWorked{43, promise, outcome});
    run.timeline.receive(PromiseStarted{promise});
    run.timeline.receive(PromiseDone{promise, Outcome::of(Verdict::kept)});
    run.timeline.receive(ModuleEnded{43});
    const auto& spans = run.timeline.finish(Span::Clock::now(), run.secrets);
    CHECK(std::ranges::count(spans, "promise", &Span::kind) == 1);
    CHECK(std::ranges::count(spans, "module", &Span::kind) == 2);
    const Span kept = run.span("promise", "/a");
    CHECK(kept.lane == 2);
    CHECK(kept.result == "kept");
}

TEST_CASE("scopes that have not ended end with the run") {
    Run run;
    run.begin(ScopeId{1}, ScopeId::run, "main", 0s);
    run.keep(promise_in(ScopeId{1}, "/a", 1), 1s, 1s);
    CHECK(run.span("bundle", "main").end == noon + 100s);
    CHECK(run.span("pass", "1").end == noon + 100s);
}

TEST_CASE("of too many spans the longest stay") {
    Timeline timeline(Timeline::Promises::left_out, 3);
    const auto call = [&](std::uint32_t scope, std::chrono::seconds took) {
        timeline.receive(ScopeBegan{
            ScopeId{scope}, ScopeId::run, "bundle", std::to_string(scope), at_main, noon});
        timeline.receive(ScopeEnded{ScopeId{scope}, Verdict::kept, noon + took});
    };
    for (std::uint32_t scope = 1; scope <= 20; ++scope)
        call(scope, std::chrono::seconds(scope % 7));
    const auto& spans = timeline.finish(noon + 100s, Secrets());
    CHECK(spans.size() == 3);
    CHECK(timeline.omitted() == 17);
    for (const Span& span : spans)
        CHECK(span.end - span.begin >= 5s);
}

TEST_CASE("without promises, passes are known all the same") {
    Timeline timeline(Timeline::Promises::left_out, 100);
    CHECK(timeline.wants_scopes());
    CHECK_FALSE(timeline.wants_details());
    timeline.receive(ScopeBegan{ScopeId{1}, ScopeId::run, "bundle", "main", at_main, noon});
    const Promise promise = promise_in(ScopeId{1}, "/a", 1);
    timeline.receive(PromiseStarted{promise});
    timeline.receive(PromiseDone{promise, Outcome::of(Verdict::kept)});
    timeline.receive(ScopeEnded{ScopeId{1}, Verdict::kept, noon + 9s});
    const auto& spans = timeline.finish(noon + 10s, Secrets());
    CHECK(std::ranges::count(spans, "pass", &Span::kind) == 1);
    CHECK(std::ranges::count(spans, "promise", &Span::kind) == 0);
}

TEST_CASE("a secret that is learned late is masked") {
    Run run;
    run.keep(promise_in(ScopeId::run, "/sesame", 0), 1s, 1s);
    run.secrets.add(Data::string("sesame"));
    run.span("promise", "/***");
}

} // namespace timeline_test
