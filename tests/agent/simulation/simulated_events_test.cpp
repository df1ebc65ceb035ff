#include "agent/simulation/simulated_events.h"

#include <doctest/doctest.h>

namespace simulated_events_test {

using namespace vow;
using agent::SimulatedFiles;

namespace {

const PromiseType files_type{"files"};

void conclude(
    SimulatedFiles& files, const std::string& path, Outcome outcome, Attributes attributes = {}
) {
    const Promise promise{
        .type = &files_type, .promiser = path, .attributes = std::move(attributes)};
    files.receive(PromiseDone{promise, outcome});
}

} // namespace

TEST_CASE("a simulation shows each changed file once when several promises are about it") {
    SimulatedFiles files;
    conclude(files, "/a", Outcome::of(Verdict::repaired));
    conclude(files, "/b", Outcome::of(Verdict::kept));
    conclude(files, "/a", Outcome::of(Verdict::repaired));
    conclude(files, "/c", Outcome::of(Verdict::not_kept));
    CHECK(files.changed() == std::vector<std::string>{"/a"});
    CHECK(files.unchanged() == std::vector<std::string>{"/b"});
}

TEST_CASE("a simulation shows the changed files of a search before its folder") {
    SimulatedFiles files;
    Outcome outcome = Outcome::of(Verdict::repaired);
    outcome.parts = {{"/d/x", {Verdict::kept}}, {"/d/y", {Verdict::repaired}}};
    conclude(files, "/d", outcome);
    CHECK(files.changed() == std::vector<std::string>{"/d/y", "/d"});
    CHECK(files.unchanged() == std::vector<std::string>{"/d/x"});
}

TEST_CASE("a simulation shows only the new name when a file is renamed") {
    SimulatedFiles files;
    Outcome outcome = Outcome::of(Verdict::repaired);
    outcome.changes = {Change{.what = "rename", .path = "/old", .after = "/new"}};
    conclude(files, "/old", outcome, {{"rename", Data::object({})}});
    REQUIRE(files.renamings().size() == 1);
    CHECK(files.renamings()[0].from == "/old");
    CHECK(files.renamings()[0].to == "/new");
    CHECK(files.changed().empty());
}

TEST_CASE("a simulation names a created folder without its mark") {
    SimulatedFiles files;
    conclude(files, "/d/.", Outcome::of(Verdict::repaired), {{"create", "true"}});
    conclude(files, "/e/.", Outcome::of(Verdict::repaired));
    CHECK(files.changed() == std::vector<std::string>{"/d", "/e/."});
}

} // namespace simulated_events_test
