#include "agent/report/plan.h"

#include <doctest/doctest.h>

namespace plan_test {

using namespace vow;
using namespace vow::agent;

namespace {

const PromiseType files{"files"};

Promise promise(const PromiseType& type, std::string promiser) {
    return {
        .type = &type, .promiser = std::move(promiser), .origin = {.file = "motd.cf", .line = 6}};
}

void keep(Plan& plan, const Promise& promise, const Outcome& outcome, std::string_view line = {}) {
    plan.receive(PromiseStarted{promise});
    const bool is_error = outcome.has_failed();
    if (!line.empty()) plan.receive(LogLine{is_error ? LogLevel::error : LogLevel::warning, line});
    plan.receive(PromiseDone{promise, outcome});
}

} // namespace

TEST_CASE("a plan lists changes, their differences, and the promise with its place") {
    Plan plan;
    Outcome outcome = Outcome::warned();
    outcome.changes = {
        content_change("edit", "/etc/motd", "a\n", "b\x1b\n"),
        field_change("change the mode", "/etc/motd", "mode", "0600", "0644"),
        presence_change("delete", "/old", ChangeAction::remove)};
    keep(plan, promise(files, "/etc/motd"), outcome);
    keep(plan, promise(files, "/x"), Outcome::of(Verdict::kept));
    CHECK(
        plan.text(Colored::no) ==
        "~ /etc/motd  content +1 -1 lines  by files '/etc/motd' (motd.cf:6)\n"
        "    --- /etc/motd\n"
        "    +++ /etc/motd\n"
        "    @@ -1 +1 @@\n"
        "    -a\n"
        "    +b\\x1b\n"
        "~ /etc/motd  mode 0600 -> 0644  by files '/etc/motd' (motd.cf:6)\n"
        "- /old  by files '/etc/motd' (motd.cf:6)\n"
        "Plan: 1 to change, 0 would follow, 1 kept, 0 cannot be told, 0 failed\n"
    );
    CHECK(plan.has_changes());
}

TEST_CASE("a plan shows a promise without changes by its first warning") {
    Plan plan;
    keep(plan, promise(files, "/x"), Outcome::warned(), "Should do it");
    CHECK(plan.text(Colored::no).starts_with("~ files '/x' (motd.cf:6): Should do it\n"));
}

TEST_CASE("a plan names what follows, what cannot be told, and what failed") {
    const PromiseType commands{"commands"};
    const Promise restart = promise(commands, "/restart");
    Plan plan;
    plan.receive(PromiseFollows{
        "commands", "/restart", restart.origin, "files '/etc/motd'", "motd_changed"});
    keep(plan, promise(commands, "/other"), Outcome::unknown(Untold::command), "Would run it");
    keep(plan, promise(files, "/x"), Outcome::of(Verdict::denied), "Not permitted");
    CHECK(
        plan.text(Colored::no) ==
        "then commands '/restart' (motd.cf:6): class motd_changed would be set\n"
        "? commands '/other' (motd.cf:6): cannot be told, only the command itself would find out\n"
        "! files '/x' (motd.cf:6): failed: Not permitted\n"
        "Plan: 0 to change, 1 would follow, 0 kept, 1 cannot be told, 1 failed\n"
    );
    keep(plan, restart, Outcome::of(Verdict::kept)); // a later pass lets it through by itself
    CHECK(plan.totals().find("follow")->text() == "0");
}

TEST_CASE("the differences of a plan are coloured line by line") {
    Plan plan;
    Outcome outcome = Outcome::warned();
    outcome.changes = {content_change("edit", "/x", "a\n", "b\n")};
    keep(plan, promise(files, "/x"), outcome);
    const std::string text = plan.text(Colored::yes);
    CHECK(text.find("\x1b[31m-a\x1b[0m\n") != std::string::npos);
    CHECK(text.find("\x1b[32m+b\x1b[0m\n") != std::string::npos);
}

} // namespace plan_test
