#include "policy/otterscript/run/drift.h"
#include "tests/support/fake_state.h"

#include <doctest/doctest.h>

namespace drift_record_test {

using namespace vow;
using namespace vow::otterscript;

namespace {

Finding finding(std::string promiser, std::vector<std::string> blocks, Finding::State state) {
    return {
        .operation = "Ensure-File",
        .promiser = std::move(promiser),
        .file = "plan.otter",
        .line = 3,
        .column = 5,
        .blocks = std::move(blocks),
        .state = state};
}

TEST_CASE("a drift counts what drifted until it is resolved") {
    Drift drift;
    drift.add(1, {10, 11}, finding("a", {}, Finding::State::drifted));
    drift.add(2, {10}, finding("b", {}, Finding::State::kept));
    CHECK(drift.checked() == 2);
    CHECK(drift.left() == 1);
    CHECK(drift.has(1));
    CHECK(drift.is_in(11));
    CHECK_FALSE(drift.has(2));
    drift.resolve(1);
    drift.resolve(2);
    CHECK(drift.left() == 0);
    CHECK(drift.findings()[0].state == Finding::State::repaired);
    CHECK(drift.findings()[1].state == Finding::State::kept);
}

TEST_CASE("findings are stored by plan and server, with the drift of each block") {
    test::FakeClock clock;
    test::FakeState state(clock);
    std::vector<Finding> findings = {
        finding("/a", {"site", "pages"}, Finding::State::drifted),
        finding("/b", {"site"}, Finding::State::kept),
        finding("/c", {}, Finding::State::repaired)};
    findings.push_back(finding("/d", {}, Finding::State::failed));
    findings.back().server = "web1";
    CHECK(store_drift(state, findings, "/srv", clock.now) == Documents::Stored::yes);
    const auto here = state.document(drift_space, "- /srv/plan.otter");
    REQUIRE(here);
    CHECK(json_text(*here->find("time")) == "1700000000");
    CHECK(
        json_text(*here->find("blocks")) ==
        R"([{"block":[],"promises":3,"drifted":2},{"block":["site"],"promises":2,"drifted":1},)"
        R"({"block":["site","pages"],"promises":1,"drifted":1}])"
    );
    CHECK(
        json_text(*here->find("promises")->at(0)) ==
        R"({"operation":"Ensure-File","promiser":"/a","line":3,"column":5,)"
        R"("blocks":["site","pages"],"state":"drifted"})"
    );
    const auto there = state.document(drift_space, "web1 /srv/plan.otter");
    REQUIRE(there);
    CHECK(there->find("promises")->at(0)->find("state")->text() == "failed");
}

} // namespace

} // namespace drift_record_test
