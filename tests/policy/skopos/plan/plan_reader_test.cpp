#include "policy/skopos/plan/plan_reader.h"

#include <doctest/doctest.h>

namespace plan_reader_test {

using namespace vow;
using namespace vow::skopos;

namespace {

constexpr const char* header =
    "doctype: com.datagridsys.doctype/skopos/deploy-plan\nversion: alpha/1\n";

struct Reading {
    SourceText source;
    Diagnostics diagnostics = {};
    std::optional<Plan> plan = {};

    explicit Reading(const std::string& text) : source("p.yaml", TrustedText::given(text)) {
        plan = read_plan(source, diagnostics);
    }
    /// "4:5 kind message" of each diagnostic.
    std::vector<std::string> mistakes() const {
        std::vector<std::string> lines;
        for (const Diagnostic& item : diagnostics.sorted()) {
            const Position place = item.span.position();
            lines.push_back(
                std::to_string(place.line) + ":" + std::to_string(place.column) + " " +
                std::string(item.kind->name) + " " + item.message
            );
        }
        return lines;
    }
};

using Lines = std::vector<std::string>;

Lines mistakes_in(const std::string& steps) {
    return Reading(header + steps).mistakes();
}

/// One group with one step in flow style.
Lines mistakes_in_step(const std::string& step) {
    return mistakes_in("steps:\n- {id: g, class: group, steps: [" + step + "]}\n");
}

} // namespace

TEST_CASE("a plan becomes a tree of steps with resolved labels") {
    const Reading reading(
        std::string(header) + "steps:\n"
                              "- id: web\n"
                              "  class: component\n"
                              "  component: front\n"
                              "  steps:\n"
                              "  - {id: l, class: instance-loop, target_num: 2, on_fail: \"undo, "
                              "warn\", steps: [{id: a, class: delay, duration: 0.5}]}\n"
                              "  - {id: undo, class: manual-gate, cleanup: yes, message: Sure}\n"
    );
    REQUIRE(reading.plan);
    CHECK(reading.plan->leaves == 2);
    const Step& web = reading.plan->steps.at(0);
    CHECK(web.as<Component>()->name == "front");
    const Step& loop = web.steps.at(0);
    CHECK(loop.as<Loop>()->count == 2);
    CHECK(loop.on_fail.label == Flow::Label::step);
    CHECK(loop.on_fail.target == 1);
    CHECK(loop.on_fail.warns);
    CHECK(loop.steps.at(0).as<Delay>()->seconds == 0.5);
    CHECK(web.steps.at(1).is_cleanup);
    CHECK(web.steps.at(1).class_name() == "manual-gate");
}

TEST_CASE("a plan without a header is refused") {
    CHECK(
        Reading("steps: []").mistakes() ==
        Lines{
            "1:1 bad-header the plan has no 'doctype: "
            "com.datagridsys.doctype/skopos/deploy-plan'",
            "1:1 bad-header the plan has no 'version: alpha/1'"}
    );
    CHECK(
        Reading("doctype: com.datagridsys.doctype/skopos/model").mistakes() ==
        Lines{"1:10 not-a-plan this is a model, not a deployment plan"}
    );
    CHECK(
        Reading("[1]").mistakes() == Lines{"1:1 not-a-plan this is not a mapping, not a "
                                           "deployment plan"}
    );
}

TEST_CASE("text that is not YAML has its place") {
    CHECK(mistakes_in("steps:\n\t- id: a\n").at(0).starts_with("4:1 bad-yaml"));
    CHECK(
        mistakes_in("steps:\n- id: \"a\n") ==
        Lines{"4:7 bad-yaml this is not YAML: found unexpected end of stream while scanning a "
              "quoted scalar"}
    );
    CHECK(mistakes_in("steps: []\n---\na: b\n").at(0).starts_with("5:1 bad-yaml"));
}

TEST_CASE("a key that is there twice is an error") {
    CHECK(
        mistakes_in("steps: []\nsteps: []\n") == Lines{"4:1 duplicate-key 'steps' is there twice"}
    );
}

TEST_CASE("a mistake in a step is reported at its value") {
    CHECK(
        mistakes_in("steps:\n- {id: a, class: grop}\n") ==
        Lines{"4:18 unknown-class 'grop' is not a class of steps"}
    );
    CHECK(
        mistakes_in_step("{id: a, class: group}").at(0) ==
        "4:48 misplaced-class a step of class 'group' cannot be here, only at the top of the plan"
    );
    CHECK(mistakes_in_step("{id: a.b, class: delay}").at(0).starts_with("4:38 bad-id"));
    CHECK(mistakes_in_step("{id: g, class: delay}").at(0).starts_with("4:38 duplicate-id"));
    CHECK(
        mistakes_in_step("{id: a, class: delay, on_pass: b}") ==
        Lines{"4:64 unknown-step no step has the id 'b'"}
    );
    CHECK(
        mistakes_in_step("{id: a, class: delay, on_pass: g}") ==
        Lines{"4:64 step-out-of-reach step 'g' is in the chain of the plan, not in that of this "
              "step"}
    );
    CHECK(
        mistakes_in_step("{id: a, class: delay, duration: soon}") ==
        Lines{"4:65 wrong-type 'duration' of step 'a' must be a number of seconds, 0 or more"}
    );
    CHECK(
        mistakes_in_step("{id: a, class: action, exec: x, plugin: p, action: q}") ==
        Lines{"4:65 two-actions step 'a' has both 'plugin' and 'exec'"}
    );
    CHECK(
        mistakes_in_step("{id: a, class: action}") ==
        Lines{"4:34 missing-attribute step 'a' has no attribute 'plugin' or 'exec'"}
    );
}

TEST_CASE("flags of a flow are checked") {
    CHECK(
        mistakes_in_step("{id: a, class: delay, on_pass: \"next, puase\"}") ==
        Lines{"4:64 bad-flow 'puase' is not a flag: pause, warn or info"}
    );
    CHECK(
        mistakes_in_step("{id: a, class: delay, on_pass: \", info\"}") ==
        Lines{"4:64 bad-flow 'on_pass' has no label: next, pass, fail or the id of a step"}
    );
}

TEST_CASE("attributes without effect are warnings") {
    CHECK(
        mistakes_in("steps:\n- {id: a, class: group, cleanup: true, onfail: fail}\n") ==
        Lines{
            "4:25 ignored-cleanup 'cleanup' has no effect on step 'a', which is at the top",
            "4:40 unknown-attribute step 'a' of class 'group' has no attribute 'onfail'"}
    );
}

TEST_CASE("merge keys add members, and aliases repeat values") {
    const Reading reading(
        std::string(header) +
        "steps:\n"
        "- id: g\n"
        "  class: group\n"
        "  steps:\n"
        "  - &one {id: a, class: action, exec: &what \"run x\", on_fail: fail}\n"
        "  - {<<: *one, id: b}\n"
        "  - {id: c, class: action, exec: *what}\n"
    );
    REQUIRE(reading.plan);
    const Chain& steps = reading.plan->steps.at(0).steps;
    CHECK(steps.at(1).id == "b");
    CHECK(steps.at(1).on_fail.label == Flow::Label::fail);
    CHECK(std::get<Script>(steps.at(2).as<Action>()->program).words.size() == 2);
}

TEST_CASE("the reading of a plan can be ended at each node and step") {
    struct Ended {};
    const std::string text =
        std::string(header) +
        "steps: [{id: a, class: delay, duration: 1}, {id: b, class: delay, duration: 2}]\n";
    const SourceText source("p.yaml", TrustedText::given(text));
    const auto reads_to_end = [&](int calls) {
        Diagnostics diagnostics;
        try {
            read_plan(source, diagnostics, [&] {
                if (--calls == 0) throw Ended();
            });
        } catch (const Ended&) {
            return false;
        }
        return true;
    };
    int calls = 1;
    while (!reads_to_end(calls))
        ++calls;
    CHECK(calls > 35); // nodes when they are read, again when keys are compared, and steps
}

} // namespace plan_reader_test
