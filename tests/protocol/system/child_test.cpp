#include "protocol/system/child.h"
#include "protocol/system/running_command.h"
#include "tests/support/trusted_command.h"

#include <doctest/doctest.h>

#include <cerrno>
#include <csignal>

namespace child_test {

using namespace vow;
using namespace vow::tests;
using Kind = CommandEnding::Kind;

namespace {

constexpr std::size_t longest = (128U << 10U) - 1;

struct Ignored : CommandListener {
    void output(std::string_view /*bytes*/) override {}
    bool is_stopped() const override { return false; }
};

CommandEnding ending_of(const Command& command) {
    Ignored ignored;
    return run_command(trusted(command), ignored);
}

} // namespace

TEST_CASE("an argument as long as the kernel accepts is passed, a longer one is refused") {
    Command command{.arguments = {"/bin/true", std::string(longest, 'x')}};
    CHECK(ending_of(command).kind == Kind::exited);
    command.arguments.back() += 'x';
    const CommandEnding ending = ending_of(command);
    CHECK(ending.kind == Kind::not_started);
    CHECK(ending.number == E2BIG);
    CHECK(ending.failed_call == "exec");
    CHECK(
        ending.reason ==
        "argument 1 has 131072 bytes, and the kernel accepts at most 131071; pass it on standard "
        "input, or in a file"
    );
}

TEST_CASE("a variable that is too long is named") {
    const Command command{
        .arguments = {"/bin/true"}, .environment = {{"A=1", "LONG=" + std::string(longest, 'x')}}};
    CHECK(
        ending_of(command).reason ==
        "the variable 'LONG' has 131076 bytes, and the kernel accepts at most 131071; pass it on "
        "standard input, or in a file"
    );
}

TEST_CASE("as many arguments as the kernel accepts are passed, and no more") {
    Command command{.arguments = {"/bin/true"}, .environment = {{}}};
    const std::vector<std::string> mark = {"VOW_CHILD=" + std::string(40, 'x')};
    while (!excess_of(command.arguments, mark))
        command.arguments.emplace_back(longest, 'x');
    command.arguments.pop_back();
    while (!excess_of(command.arguments, mark))
        command.arguments.emplace_back(100, 'x');
    command.arguments.pop_back();
    CHECK(ending_of(command).kind == Kind::exited);
    command.arguments.emplace_back(200, 'x');
    const CommandEnding ending = ending_of(command);
    CHECK(ending.kind == Kind::not_started);
    CHECK(ending.reason.starts_with("the arguments and the environment have "));
}

TEST_CASE("the reason of another failure is in the words of the system") {
    CHECK(ending_of({.arguments = {"/no/such/program"}}).reason == "No such file or directory");
}

TEST_CASE("signals have names, except those for real time and numbers that are none") {
    CHECK(signal_name(SIGTERM) == "SIGTERM");
    CHECK_FALSE(signal_name(SIGRTMIN + 1));
    CHECK_FALSE(signal_name(0));
    CHECK_FALSE(signal_name(4711));
}

} // namespace child_test
