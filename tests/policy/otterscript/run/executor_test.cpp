#include "policy/otterscript/evaluation/evaluator.h"
#include "policy/otterscript/loading/library.h"
#include "policy/otterscript/run/executor.h"
#include "policy/otterscript/statements/statements.h"
#include "tests/support/fake_world.h"

#include <doctest/doctest.h>

namespace executor_test {

using namespace vow;
using namespace vow::otterscript;

namespace {

/// An executor on this machine, with the inventory given.
struct Running {
    explicit Running(const std::string& inventory_text) : inventory(inventory_text) {}

    test::FakeWorld fake = {};
    Settings settings = {};
    Inventory inventory;
    Sources sources = {};
    Library library{fake.world, sources, Rafts({}, "/plans")};
    Execution execution{
        .world = fake.world,
        .settings = settings,
        .inventory = inventory,
        .names = library.names(),
        .interpreter = library,
        .folder = "/plans",
        .id = "1"};
    Scheduler scheduler{fake.world};
    Executor executor{
        execution, scheduler.main(), fake.observer, {.directory = "/plans"}, {.path = {0}}};
};

TEST_CASE("paths are relative to the directory in context") {
    const Context context{.directory = "/srv/app"};
    CHECK(context.absolute("etc/./app.conf") == "/srv/app/etc/app.conf");
    CHECK(context.absolute("../lib") == "/srv/lib");
    CHECK(context.absolute("/../../etc//motd") == "/etc/motd");
    CHECK(context.destination() == nullptr);
}

TEST_CASE("a detached scope keeps the blocks around it, but no loop, template or lock") {
    std::string result;
    Scope scope{
        .descriptions = {"outer"},
        .path = {1, 2},
        .raft = "R",
        .calls = 3,
        .loops = 1,
        .template_result = &result,
        .holds_lock = true};
    const Scope detached = scope.detached(Variables::none());
    CHECK(detached.descriptions == scope.descriptions);
    CHECK(detached.path == scope.path);
    CHECK(detached.raft == "R");
    CHECK(detached.calls == 3);
    CHECK(detached.loops == 0);
    CHECK(detached.template_result == nullptr);
    CHECK_FALSE(detached.holds_lock);
}

TEST_CASE("the depth of calls is as before when a configuration variable cannot be evaluated") {
    Running running("servers: {localhost: {}}\n"
                    "variables: {broken: !eval \"$missing\"}\n");
    const Symbol name = running.execution.names.symbol("broken");
    CHECK_THROWS_AS(find_variable(Sign::scalar, name, running.executor, {}), Raised);
    CHECK(running.executor.scope().calls == 0);
}

TEST_CASE("a function that changes the list of the assigned variable does so in place") {
    Running running("servers: {localhost: {}}\n");
    Executor& executor = running.executor;
    const VariableName name{.sign = Sign::vector, .name = running.execution.names.symbol("l")};
    const auto set = [&](const std::string& literal) {
        const Expression& expression = running.execution.interpreter.text(literal, executor, {});
        Value value = evaluate_to_assign(name, Place::nearest, expression, executor);
        assign(name, Place::nearest, std::move(value), executor, {});
        return executor.scope().variables.find(Sign::vector, name.name)->items();
    };
    const Value* memory = set("@(a, b, c)").data();
    CHECK(set("@ListSet(@l, 2, x)").data() == memory);
    CHECK(set("@ListRemove(@l, 1)").data() == memory);
    CHECK(set("@ListInsert(@l, $(@l[0]), 2)").data() == memory);
    CHECK(set("@ListConcat(@l)").data() == memory);
    CHECK(set("@ListSet(@l, 0, @l)").data() != memory);
    CHECK_THROWS_AS(set("@ListRemove(@l, 9)"), Raised);
    const auto items = set("@ListRemove(@l, 0)");
    REQUIRE(items.size() == 2);
    CHECK(items.front().text() == "x");
    CHECK(items.back().text() == "a");
}

TEST_CASE("the status of an executor only gets worse by raise_status()") {
    Running running("servers: {localhost: {}}\n");
    running.executor.raise_status(Status::error);
    running.executor.raise_status(Status::warning);
    CHECK(running.executor.status() == Status::error);
    running.executor.set_status(Status::normal);
    CHECK(status_name(running.executor.status()) == "normal");
}

} // namespace

} // namespace executor_test
