#include "agent/report/change_text.h"

#include <doctest/doctest.h>

namespace change_text_test {

using namespace vow;
using namespace vow::agent;

namespace {

std::string made(const std::vector<Change>& changes) {
    return summary_of(changes, "/etc/motd", Mood::made);
}

} // namespace

TEST_CASE("a summary names what was made of a new file: its mode and the lines of its content") {
    const Change created = content_change(
        "create file '/etc/motd', mode '0644'", "/etc/motd", std::nullopt, "Welcome.\n"
    );
    CHECK(made({created}) == "created; mode 0644; content +1 line");
    CHECK(
        summary_of({created}, "/etc/motd", Mood::planned) == "create; mode 0644; content +1 line"
    );
    const Change mode = field_change("change the mode", "/etc/motd", "mode", "0644", "0600");
    CHECK(made({created, mode}) == "created; content +1 line; mode 0600");
}

TEST_CASE("a summary shows both sides of a change") {
    const Change mode = field_change("change the mode", "/etc/motd", "mode", "0600", "0644");
    const Change content = content_change("edit it", "/etc/motd", "a\nb\n", "c\nb\n");
    CHECK(made({mode, content}) == "mode 0600 -> 0644; content +1 -1 lines");
    CHECK(made({content_change("edit it", "/etc/motd", "a\n", "")}) == "content -1 line");
}

TEST_CASE("a summary names other objects, after the promiser's own changes") {
    const std::vector<Change> changes = {
        presence_change("make it", "/etc", ChangeAction::create),
        content_change("make it", "/etc/x", std::nullopt, "a\n"),
        presence_change("delete it", "/etc/motd/.", ChangeAction::remove)};
    CHECK(made(changes) == "removed; /etc created; /etc/x created, content +1 line");
}

TEST_CASE("a summary counts the changes beyond the sixth") {
    std::vector<Change> changes;
    changes.reserve(8);
    for (int file = 0; file < 8; ++file)
        changes.push_back(
            presence_change("delete", "/d/" + std::to_string(file), ChangeAction::remove)
        );
    CHECK(made(changes).ends_with("/d/5 removed; and 2 more"));
}

TEST_CASE("a summary has words for packages and commands, and those of the module otherwise") {
    const Change package{.what = "x", .action = ChangeAction::create, .kind = "package"};
    CHECK(summary_of({package}, "x", Mood::made) == "installed");
    CHECK(summary_of({package}, "x", Mood::planned) == "install");
    CHECK(made({{.what = "/etc/motd", .kind = "command"}}) == "ran");
    CHECK(made({{.what = "wind the clock"}}) == "wind the clock");
    CHECK(made({{.what = "/etc/motd", .object = "/etc/motd"}}).empty());
}

TEST_CASE("a summary shows no control characters") {
    CHECK(made({field_change("x", "/etc/motd", "target", "", "a\x1b")}) == "target a\\x1b");
}

} // namespace change_text_test
