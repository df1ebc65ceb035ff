#include "agent/module/shell/shell_command.h"

#include <doctest/doctest.h>

#include <array>

namespace shell_command_test {

using namespace vow;
using namespace vow::agent;

namespace {

constexpr auto commands = std::to_array<ShellCommand>({
    {"set", "NAME=VALUE", "", ShellArgument::attribute, nullptr},
    {"show", "", "", ShellArgument::none, nullptr},
    {"unset", "NAME", "", ShellArgument::given_attribute, nullptr},
});

const Description description = {
    .promise_types = {
        {.name = "door",
         .attributes = {
             {.name = "colour", .choices = {"green", "grey"}},
             {.name = "keys", .type = AttributeType::slist},
             {.name = "code", .secret = true}}}}};

const harness::SentPromise promise = {
    .type = "door", .promiser = "front", .attributes = {{"colour", Data::string("green")}}};

std::vector<std::string> words(const std::string& typed) {
    return completion_of(typed, commands, {.description = &description, .promise = promise}).words;
}

using Words = std::vector<std::string>;

} // namespace

TEST_CASE("a line of the shell splits into a command and its argument") {
    const auto line = split_shell_line("  set  a=b c ");
    CHECK(line.name == "set");
    CHECK(line.argument == "a=b c ");
    CHECK(split_shell_line("quit").name == "quit");
    CHECK(split_shell_line("").name.empty());
}

TEST_CASE("commands are completed, with a blank if they take an argument") {
    CHECK(words("s") == Words{"set ", "show"});
    CHECK(words("") == Words{"set ", "show", "unset "});
    CHECK(words("x").empty());
}

TEST_CASE("attributes and their choices are completed from the description") {
    CHECK(words("set ") == Words{"colour=", "keys:=", "code="});
    CHECK(words("set k") == Words{"keys:="});
    CHECK(words("set colour=gre") == Words{"colour=green", "colour=grey"});
    CHECK(
        completion_of("set k", commands, {.description = &description, .promise = promise}).begin ==
        4
    );
}

TEST_CASE("removing completes only attributes that were given") {
    CHECK(words("unset ") == Words{"colour"});
}

TEST_CASE("attributes are not completed without a description") {
    CHECK(
        completion_of("set ", commands, {.description = nullptr, .promise = promise}).words.empty()
    );
}

TEST_CASE("a line that names a secret attribute is recognised") {
    CHECK(names_secret("set code=1234", &description));
    CHECK(names_secret(R"(raw {"attributes":{"code":"1"}}\n\n)", &description));
    CHECK_FALSE(names_secret("set colour=green", &description));
    CHECK_FALSE(names_secret("set code=1234", nullptr));
}

} // namespace shell_command_test
