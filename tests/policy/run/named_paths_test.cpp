#include "policy/run/named_paths.h"

#include <doctest/doctest.h>

namespace named_paths_test {

using namespace vow;

namespace {

const PromiseType commands{"commands"};
const PromiseType custom{"t", "/usr/bin/python3", "/modules/t.py"};

Promise promise_of(const PromiseType& type, const std::string& promiser) {
    return {.type = &type, .promiser = promiser};
}

bool meet(const Promise& one, const Promise& other) {
    const bool found = share_files(paths_named_by(one), paths_named_by(other));
    CHECK(found == share_files(paths_named_by(other), paths_named_by(one)));
    return found;
}

bool commands_meet(const std::string& one, const std::string& other) {
    return meet(promise_of(commands, one), promise_of(commands, other));
}

} // namespace

TEST_CASE("paths are read from the promiser and all attributes") {
    Promise promise = promise_of(custom, "/b/ and x=/a");
    promise.attributes.set("text", std::string("not/this, '/c'"));
    promise.attributes.set("list", std::vector<std::string>{"/d", "/a", "host:/e"});
    promise.attributes.set(
        "body", Data::object({{"/f", Data::array({Data::string("x/no /g/*.conf")})}})
    );
    const NamedPaths named = paths_named_by(promise);
    CHECK(named.program == "/modules/t.py");
    CHECK(named.files == std::vector<std::string>{"/a", "/b", "/c", "/d", "/e", "/f", "/g"});
}

TEST_CASE("promises meet in a path, and in one that leads to another") {
    CHECK(commands_meet("/bin/touch /tmp/a", "/bin/rm /tmp/a"));
    CHECK(commands_meet("/bin/touch /tmp/a/b", "/bin/rm -r /tmp/a/"));
    CHECK(commands_meet("/bin/touch /tmp/a.log", "/bin/rm /tmp/*.log"));
    CHECK(commands_meet("/bin/touch /tmp/a", "/bin/sh -c 'cat </tmp/b/../a'"));
    CHECK(commands_meet("/bin/ls /", "/bin/touch /tmp/a"));
    CHECK_FALSE(commands_meet("/bin/touch /tmp/a", "/bin/touch /tmp/ab"));
    CHECK_FALSE(commands_meet("/bin/sleep 1", "/bin/sleep 2"));
}

TEST_CASE("a program that one changes and the other runs counts, and one that both run does not") {
    CHECK(commands_meet("/opt/tool now", "/bin/rm /opt/tool"));
    CHECK_FALSE(commands_meet("/opt/tool now", "/opt/tool later"));
    CHECK(meet(promise_of(custom, "x"), promise_of(commands, "/bin/rm /modules/t.py")));
    CHECK_FALSE(meet(promise_of(custom, "x"), promise_of(custom, "y")));
}

} // namespace named_paths_test
