#include "agent/planning/plan_inputs.h"
#include "tests/support/fake_world.h"

#include <doctest/doctest.h>

using namespace vow;
using namespace vow::agent;

namespace {

void keep(PlanInputs& inputs, const PromiseType& type, const std::string& promiser) {
    const Promise promise{.type = &type, .promiser = promiser};
    inputs.receive(PromiseDone{promise, Outcome::of(Verdict::kept)});
}

} // namespace

TEST_CASE("classes of time bind when they are read by their names") {
    test::FakeWorld world;
    world.facts.classes = {"Hr09", "Monday", "linux"};
    WatchedFacts facts(world.facts);
    CHECK(facts.is_class("Hr09"));
    CHECK_FALSE(facts.is_class("GMT_Hr10"));
    CHECK(facts.is_class("linux"));
    CHECK(facts.all_classes().size() == 3);
    CHECK(facts.classes_of_time() == std::vector<std::string>{"!GMT_Hr10", "Hr09"});
}

TEST_CASE("inputs are what was read and the modules, and not the files of promises") {
    test::FakeWorld world;
    for (const char* path : {"/site.cf", "/data", "/etc/motd", "/proc/uptime", "/module"})
        world.host.files[path] = "text";
    PlanInputs inputs;
    const PromiseType bundled{.name = "files"}, custom{.name = "git", .path = "/module"};
    keep(inputs, bundled, "/etc/motd");
    keep(inputs, custom, "repository");
    const ReadFiles read{
        .policy = {"/site.cf", "/absent.json"}, .data = {"/data", "/etc/motd", "/proc/uptime"}};
    std::vector<std::string> paths;
    for (const PlannedFile& file : inputs.files(read, world.host))
        paths.push_back(file.path);
    CHECK(paths == std::vector<std::string>{"/data", "/module", "/site.cf"});
}
