#include "agent/machine/dialogue.h"
#include "agent/machine/host.h"
#include "tests/support/fake_world.h"
#include "tests/support/temporary_folder.h"
#include "tests/support/trusted_command.h"

#include <doctest/doctest.h>

#include <fstream>
#include <utility>

#include <sys/stat.h>

namespace dialogue_test {

using namespace vow;
using namespace vow::agent;
using namespace std::chrono_literals;

namespace {

std::unique_ptr<Dialogue> dialogue_with(const Stop& stop, const std::string& script) {
    return std::make_unique<ProcessDialogue>(
        tests::trusted({.arguments = {"/bin/sh", "-c", script}}), stop
    );
}

} // namespace

TEST_CASE("A program answers each line with a line") {
    test::FakeStop stop;
    const auto dialogue =
        dialogue_with(stop, "while read line; do echo \"<$line>\"; echo noise >&2; done");
    CHECK(*dialogue->exchange("one", 10s, {}) == "<one>");
    CHECK(*dialogue->exchange("two", 10s, {}) == "<two>");
}

TEST_CASE("An exchange fails with the exit status and the errors of a program that ended") {
    test::FakeStop stop;
    const auto dialogue = dialogue_with(stop, "read line; echo broken >&2; exit 3");
    CHECK(dialogue->exchange("one", 10s, {}).why_not == "it exited with status 3\nbroken");
    CHECK(dialogue->exchange("two", 10s, {}).why_not == "it exited with status 3\nbroken");
}

TEST_CASE("An exchange fails when the program does not answer in time") {
    test::FakeStop stop;
    const auto dialogue = dialogue_with(stop, "read line; read forever");
    CHECK(dialogue->exchange("one", 0s, {}).why_not == "it did not answer within 0 s");
}

TEST_CASE("An exchange lets others work until the program answers") {
    test::FakeStop stop;
    const tests::TemporaryFolder folder;
    const std::string pipe = folder / "pipe";
    REQUIRE(::mkfifo(pipe.c_str(), 0600) == 0);
    const auto dialogue = dialogue_with(stop, "read line; cat " + pipe);
    bool is_written = false;
    const auto answer = dialogue->exchange("one", 10s, [&](auto, auto) {
        if (!std::exchange(is_written, true)) std::ofstream(pipe) << "done\n";
    });
    CHECK(*answer == "done");
}

TEST_CASE("A signal that ends the run ends an exchange") {
    test::FakeStop stop;
    stop.number = 15;
    const auto dialogue = dialogue_with(stop, "read line; read forever");
    CHECK(dialogue->exchange("one", 10s, {}).why_not == "the run was stopped");
}

TEST_CASE("A program that does not exist cannot be started") {
    test::FakeStop stop;
    MachineHost host(stop, Trust::in_everything());
    CHECK(
        host.start_dialogue({.arguments = {"/nonexistent/program"}}).why_not ==
        "No such file or directory"
    );
}

} // namespace dialogue_test
