#include "policy/run/usage_error.h"
#include "policy/skopos/language.h"
#include "tests/support/fake_world.h"

#include <doctest/doctest.h>

#include <algorithm>

namespace interpreter_test {

using namespace vow;
using namespace std::chrono_literals;

namespace {

/// Records the steps of a run: ">a" begins, "^a" is begun again, "+a" passes, "-a" fails, "!a" is
/// interrupted, "(paused)" is a state; and the lines of the log.
class StepTrace final : public Observer {
public:
    std::string steps;
    std::vector<std::string> lines;

    LogLevel log_level() const override { return LogLevel::info; }
    void receive(const Event& event) override {
        if (const auto* line = std::get_if<LogLine>(&event)) {
            lines.push_back(std::string(text_of(line->level)).append(": ").append(line->text));
        } else if (const auto* own = std::get_if<LanguageEvent>(&event)) {
            steps += (steps.empty() ? "" : " ") + token_of(*own);
        }
    }
    bool has_line(const std::string& line) const {
        return std::ranges::find(lines, line) != lines.end();
    }

private:
    static std::string text_in(const Data& data, std::string_view name) {
        const Data* found = data.find(name);
        return found == nullptr ? std::string() : std::string(found->text());
    }
    static std::string token_of(const LanguageEvent& event) {
        if (event.name == "state") return "(" + text_in(event.members, "state") + ")";
        const std::string index = text_in(event.members, "index");
        const std::string step =
            text_in(event.members, "id") + (index.empty() ? "" : "[" + index + "]");
        if (event.name == "step") return (event.members.find("resumed") ? "^" : ">") + step;
        const std::string result = text_in(event.members, "result");
        return (result == "pass" ? "+" : result == "fail" ? "-" : "!") + step;
    }
};

/// A plan and the world it runs in. Scripts pass unless the test fails them.
struct PlanRun {
    test::FakeWorld fake = {};
    skopos::Settings options = {};
    RunOptions run_options = {};

    explicit PlanRun(const std::string& steps) {
        fake.host.files["/p/plan.yaml"] =
            "doctype: com.datagridsys.doctype/skopos/deploy-plan\nversion: alpha/1\nsteps:\n" +
            steps;
        for (const char* name : {"a", "b", "c"}) {
            fake.host.statuses.emplace(
                std::string("/p/plugins/") + name,
                FileStatus{.kind = FileKind::regular, .mode = 0755}
            );
        }
    }

    test::ScriptedKeeper::Script& script(const std::string& name) {
        return fake.keeper.script("commands", "/p/plugins/" + name);
    }
    void fail(const std::string& name, int status) {
        script(name).outcome = {.verdicts = {Verdict::not_kept}, .exit_code = status};
    }

    struct Result {
        Ending ending;
        std::string steps;
        StepTrace trace;
    };
    Result run(Resume resume = Resume::no) {
        Result result;
        run_options.resume = resume;
        World world{
            fake.keeper,
            fake.descriptions,
            fake.host,
            fake.network,
            fake.facts,
            fake.state,
            result.trace,
            fake.stop,
            run_options,
            fake.catalogue};
        const auto language = skopos::make_language(options);
        Diagnostics diagnostics;
        const auto policy = language->load("/p/plan.yaml", world, diagnostics);
        REQUIRE(policy != nullptr);
        result.ending = policy->run();
        result.steps = result.trace.steps;
        return result;
    }
};

const std::string group_of_two = "- id: g\n"
                                 "  class: group\n"
                                 "  on_fail: fail\n"
                                 "  steps:\n"
                                 "  - {id: a, class: action, exec: a 1, on_fail: fail}\n"
                                 "  - {id: b, class: action, exec: b}\n";

const std::string gated = "- id: g\n"
                          "  class: group\n"
                          "  steps:\n"
                          "  - {id: a, class: action, exec: a}\n"
                          "  - {id: ok, class: manual-gate, on_fail: fail}\n"
                          "  - {id: b, class: action, exec: b}\n";

} // namespace

TEST_CASE("steps run in order and the plan completes") {
    PlanRun plan(group_of_two);
    const auto result = plan.run();
    CHECK(result.steps == "(running) >g >a +a >b +b +g (completed)");
    CHECK(result.ending.verdict == Verdict::kept);
    CHECK(result.ending.summary == "plan completed: 2 passed, 0 failed, 0 never run");
    const auto& promise = plan.fake.keeper.started().at(0);
    CHECK(*promise.attributes.find("arglist") == AttributeValue(std::vector<std::string>{"1"}));
    CHECK(plan.fake.state.documents("skopos_place").empty());
}

TEST_CASE("a failure follows its flow, up to the plan") {
    PlanRun plan(group_of_two);
    plan.fail("a", 3);
    const auto result = plan.run();
    CHECK(result.steps == "(running) >g >a -a -g (failed)");
    CHECK(result.ending.verdict == Verdict::not_kept);
    CHECK(result.trace.has_line("error: step 'a' failed: exit status 3"));
    CHECK(result.trace.has_line("error: plan failed at step 'g'"));
}

TEST_CASE("standard error is logged at the level of the result") {
    PlanRun plan(group_of_two);
    plan.fail("a", 1);
    plan.script("a").outcome.errors = "one\ntwo\n";
    CHECK(plan.run().trace.has_line("error: a: two"));
}

TEST_CASE("a signal that ends a script, and a time limit, are reasons") {
    PlanRun plan(group_of_two);
    plan.script("a").outcome = {.verdicts = {Verdict::not_kept}, .signal = 9};
    CHECK(plan.run().trace.has_line("error: step 'a' failed: signal 9"));
    plan.options.action_limit = 2;
    plan.script("a").outcome = Outcome::of(Verdict::timed_out);
    CHECK(plan.run().trace.has_line("error: step 'a' failed: timed out after 2 s"));
}

TEST_CASE("a gate without an answer waits, and an answer goes on") {
    PlanRun plan(gated);
    auto result = plan.run();
    CHECK(result.steps == "(running) >g >a +a >ok (gate-wait)");
    CHECK(result.ending.how == Ending::How::waiting);
    CHECK(plan.run().steps.empty());
    plan.options.answers = {{"ok", true}};
    result = plan.run(Resume::yes);
    CHECK(result.steps == "(running) ^g ^ok +ok >b +b +g (completed)");
    CHECK(result.ending.summary == "plan completed: 3 passed, 0 failed, 0 never run");
}

TEST_CASE("a run that was killed repeats the step that had begun") {
    PlanRun plan(group_of_two);
    Data place;
    plan.script("b").outcome = Outcome::of(Verdict::error);
    plan.script("b").effect = [&] {
        place = plan.fake.state.documents("skopos_place").at(0).value;
        plan.fake.stop.number = 15; // ends the run, whose last place is replaced below
    };
    CHECK(plan.run().steps == "(running) >g >a +a >b !b");
    const std::string key = plan.fake.state.documents("skopos_place").at(0).key;
    plan.fake.state.put("skopos_place", key, place);
    plan.fake.stop.number = 0;
    plan.script("b") = {};
    const auto result = plan.run(Resume::yes);
    CHECK(result.steps == "(running) ^g ^b +b +g (completed)");
    CHECK(result.trace.has_line(
        "warning: step 'b' had begun when the last run was killed; it runs again"
    ));
}

TEST_CASE("a changed plan cannot go on") {
    PlanRun plan(gated);
    plan.run();
    plan.fake.host.files["/p/plan.yaml"] += "# changed\n";
    CHECK_THROWS_AS(plan.run(Resume::yes), UsageError);
}

TEST_CASE("assumed failures are refused when the run is not dry") {
    PlanRun plan(group_of_two);
    plan.options.assumed = {"b=fail"};
    CHECK_THROWS_AS(plan.run(), UsageError);
    plan.run_options.policy = Terms::Policy::dry_run;
    CHECK(plan.run().steps == "(running) >g >a +a >b -b +g (completed)");
}

TEST_CASE("a run that is restarted or abandoned is forgotten") {
    PlanRun plan(gated);
    plan.run();
    CHECK(plan.run(Resume::restart).steps == "(running) >g >a +a >ok (gate-wait)");
    CHECK(plan.run(Resume::abandon).steps == "(failed)");
    CHECK_THROWS_AS(plan.run(Resume::yes), UsageError);
}

TEST_CASE("a damaged place cannot be resumed") {
    PlanRun plan(gated);
    plan.run();
    const std::string key = plan.fake.state.documents("skopos_place").at(0).key;
    plan.fake.state.put("skopos_place", key, Data::string("damaged"));
    CHECK_THROWS_AS(plan.run(Resume::yes), UsageError);
    CHECK(plan.run().steps == "(running) >g >a +a >ok (gate-wait)");
}

TEST_CASE("two runs of a plan exclude each other") {
    PlanRun plan(gated);
    plan.fake.state.held_by_others = {LockName("skopos plan\n/p/plan.yaml").hash()};
    const auto result = plan.run();
    CHECK(result.steps.empty());
    CHECK(result.ending.how == Ending::How::busy);
}

TEST_CASE("a pause holds the next step") {
    PlanRun plan("- id: g\n"
                 "  class: group\n"
                 "  steps:\n"
                 "  - {id: a, class: action, exec: a, on_pass: \"next, pause\"}\n"
                 "  - {id: b, class: action, exec: b}\n");
    CHECK(plan.run().steps == "(running) >g >a +a (paused)");
    CHECK(plan.run(Resume::yes).steps == "(running) ^g >b +b +g (completed)");
}

TEST_CASE("a loop runs its steps once for each index") {
    PlanRun plan("- id: w\n"
                 "  class: component\n"
                 "  steps:\n"
                 "  - {id: l, class: instance-loop, target_num: 2, start_index: 1, steps: "
                 "[{id: a, class: action, exec: \"a {{.index}}\"}]}\n");
    CHECK(plan.run().steps == "(running) >w >l >a[1] +a[1] >a[2] +a[2] +l +w (completed)");
}

TEST_CASE("a plan that would never end fails") {
    PlanRun plan("- id: g\n"
                 "  class: group\n"
                 "  steps: [{id: a, class: delay, duration: 0, on_pass: a}]\n");
    const auto result = plan.run();
    CHECK(result.ending.summary == "plan failed: 1000 passed, 0 failed, 0 never run");
    CHECK(result.trace.has_line("error: step 'a' has run 1000 times"));
}

TEST_CASE("a delay lasts as long as it is written") {
    PlanRun plan("- {id: g, class: group, steps: [{id: d, class: delay, duration: 90}]}\n");
    const auto begin = plan.fake.keeper.now();
    plan.run();
    CHECK(plan.fake.keeper.now() - begin == 90s);
}

TEST_CASE("a dry run starts nothing and keeps nothing") {
    PlanRun plan(gated);
    plan.run_options.policy = Terms::Policy::dry_run;
    plan.options.assumed = {"b=fail"};
    const auto result = plan.run();
    CHECK(result.steps == "(running) >g >a +a >ok +ok >b -b +g (completed)");
    CHECK(plan.fake.keeper.started().empty());
    CHECK(plan.fake.state.documents("skopos_place").empty());
}

} // namespace interpreter_test
