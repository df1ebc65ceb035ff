#include "agent/remote/host_service.h"
#include "agent/remote/remote_host.h"
#include "tests/support/fake_host.h"

#include <doctest/doctest.h>

namespace remote_host_test {

using namespace vow;
using namespace vow::agent;

namespace {

/// A machine, and the same machine from the other end of a connection.
struct Ends {
    test::FakeHost machine;
    HostService service{machine, "/usr/bin/vow"};
    RemoteHost remote{[this](std::string_view line) { return service.answer(line); }};
};

TEST_CASE("a remote host answers like the machine when it is there") {
    Ends ends;
    ends.machine.files["/etc/motd"] = "hello\n";
    ends.machine.variables["HOME"] = "/root";
    ends.machine.known_users = {
        {.name = "ann", .uid = 7, .gid = 8, .gecos = "", .home = "/", .shell = ""}};
    CHECK(*ends.remote.read_file("/etc/motd", 100) == "hello\n");
    CHECK(*ends.remote.read_file("/etc/motd", 2) == "he");
    CHECK(ends.remote.status("/etc/motd", Symlinks::follow)->size == 6);
    CHECK(ends.remote.environment("HOME") == "/root");
    CHECK(ends.remote.environment("NONE") == std::nullopt);
    CHECK(ends.remote.user("ann")->gid == 8);
    CHECK(ends.remote.users().size() == 1);
    CHECK(ends.remote.now() == ends.machine.now());
    CHECK(ends.remote.self().uid == 1000);
}

TEST_CASE("the machine itself decides whether a file that a remote host reads can be trusted") {
    struct WaryHost : test::FakeHost {
        CheckedAnswer<std::string> read_trusted_file(const std::string&, std::size_t) override {
            return CheckedAnswer<std::string>::refused("it is ann's");
        }
    } machine;
    machine.files["/plan"] = "text";
    HostService service(machine, "/usr/bin/vow");
    RemoteHost remote([&](std::string_view line) { return service.answer(line); });
    const auto refused = remote.read_trusted_file("/plan", 100);
    CHECK_FALSE(refused);
    CHECK(refused.objection == "it is ann's");
    CHECK(refused.why_not == "it is not trusted: it is ann's");
    Ends ends;
    ends.machine.files["/plan"] = "text";
    const auto read = ends.remote.read_trusted_file("/plan", 100);
    CHECK(*read == "text");
    CHECK_FALSE(read.objection);
}

TEST_CASE("a remote host passes on the reason when the machine has no answer") {
    Ends ends;
    const auto text = ends.remote.read_file("/missing", 100);
    CHECK_FALSE(text);
    CHECK(text.why_not == ends.machine.read_file("/missing", 100).why_not);
}

TEST_CASE("a remote host keeps every byte when a file is not text") {
    Ends ends;
    std::string bytes;
    for (int byte = 0; byte < 256; ++byte)
        bytes += static_cast<char>(byte);
    ends.machine.files["/bytes"] = bytes;
    CHECK(*ends.remote.read_file("/bytes", 1000) == bytes);
}

TEST_CASE("a remote host runs commands on the machine") {
    Ends ends;
    ends.machine.commands["/bin/date -u"] = {.exit_code = 3, .output = "today\n"};
    const auto result = ends.remote.run({.arguments = {"/bin/date", "-u"}});
    CHECK(result->exit_code == 3);
    CHECK(result->output == "today\n");
}

TEST_CASE("a host service answers null when a line is not a request") {
    Ends ends;
    for (const auto* line : {"", "{", "[]", "[1]", "{\"a\":1}", "[\"nothing\"]", "\xff"})
        CHECK(ends.service.answer(line) == "null");
    CHECK(ends.service.answer("[\"read_file\"]") != "null");
    CHECK(ends.service.answer("[\"file_digest\",\"/x\",99]") != "null");
}

TEST_CASE("a remote host takes default values when the answer has another form") {
    for (const auto* answer : {"null", "7", "{}", "[[]]", "\"text\""}) {
        RemoteHost remote([&](std::string_view) { return std::string(answer); });
        CHECK_FALSE(remote.read_file("/x", 10));
        CHECK_FALSE(remote.run({.arguments = {"/x"}}));
        CHECK(remote.users().size() <= 1);
    }
    RemoteHost broken([](std::string_view) { return std::string("{"); });
    CHECK_THROWS_AS(broken.users(), ConnectionLost);
}

} // namespace

} // namespace remote_host_test
