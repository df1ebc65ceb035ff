#include "agent/planning/second_order_keeper.h"
#include "protocol/promise/change.h"
#include "tests/support/recording_listener.h"
#include "tests/support/scripted_keeper.h"

#include <doctest/doctest.h>

#include <string>
#include <utility>
#include <vector>

using namespace vow;
using namespace vow::agent;
using test::ScriptedKeeper;
using tests::RecordingListener;

namespace {

Outcome planned(std::vector<Change> changes) {
    Outcome outcome = Outcome::warned();
    outcome.changes = std::move(changes);
    return outcome;
}

Change creation(const std::string& path) {
    return presence_change("create it", path, ChangeAction::create);
}

Change creation_of(const std::string& kind, const std::string& name) {
    return {
        .what = "create it",
        .action = ChangeAction::create,
        .kind = kind,
        .object = name,
        .field = "exists"};
}

/// A dry run whose promises end as they are scripted.
struct DryRun {
    /// The result of a promise: "failed", "kept", "planned" or the reason why it cannot be told.
    std::string keep(
        const std::string& type,
        const std::string& promiser,
        Outcome outcome,
        Attributes attributes = {}
    ) {
        auto& answer = scripted.script(type, promiser);
        answer.outcome = std::move(outcome);
        if (answer.outcome.has_failed()) answer.lines = {{LogLevel::error, "it is missing"}};
        const PromiseType of{.name = type};
        const Promise promise{
            .type = &of,
            .promiser = promiser,
            .attributes = std::move(attributes),
            .terms = {.policy = Terms::Policy::dry_run}};
        listener = RecordingListener();
        keeper.start(promise, listener);
        while (listener.times_done() == 0)
            keeper.wait(std::nullopt);
        const Outcome& came = listener.outcome();
        if (came.untold) return std::string(text_of(*came.untold));
        if (came.would_repair()) return "planned";
        return came.has_failed() ? "failed" : "kept";
    }

    test::FakeClock clock = {};
    ScriptedKeeper scripted{clock};
    SecondOrderKeeper keeper{scripted, nullptr};
    RecordingListener listener = {};
};

const Outcome failure = Outcome::of(Verdict::not_kept);
const Outcome kept = Outcome::of(Verdict::kept);

} // namespace

TEST_CASE("a promise that fails without a planned file cannot be told") {
    DryRun run;
    CHECK(run.keep("files", "/x/link", failure, {{"link_from", "/x/file"}}) == "failed");
    CHECK(run.keep("files", "/x/file", planned({creation("/x/file")})) == "planned");
    CHECK(run.keep("files", "/x/link", failure, {{"link_from", "/x/file"}}) == "unknown_value");
    CHECK_FALSE(run.listener.has_line_with("error: it is missing"));
    CHECK(run.keep("files", "/x/other", failure, {{"link_from", "/x/none"}}) == "failed");
    CHECK(run.listener.has_line_with("error: it is missing"));
}

TEST_CASE("a promise that fails without a planned user or group cannot be told") {
    DryRun run;
    CHECK(run.keep("groups", "staff2", planned({creation_of("group", "staff2")})) == "planned");
    CHECK(run.keep("users", "ada", failure, {{"group_primary", "staff2"}}) == "unknown_value");
    CHECK(run.keep("users", "bob", failure, {{"group_primary", "staff3"}}) == "failed");
    const Data perms = Data::object({{"owners", Data::array({Data::string("ada")})}});
    CHECK(run.keep("files", "/", failure, {{"perms", perms}}) == "unknown_value");
}

TEST_CASE("a promise about a missing file of a planned package cannot be told") {
    DryRun run;
    const std::string missing = "/nonexistent/vow.conf";
    CHECK(run.keep("files", missing, failure) == "failed");
    CHECK(run.keep("files", missing, kept) == "kept");
    CHECK(run.keep("packages", "vow", planned({creation_of("package", "vow")})) == "planned");
    CHECK(run.keep("files", missing, failure) == "unknown_value");
    CHECK(run.keep("files", missing, kept) == "unknown_value");
    CHECK(run.keep("files", "/nonexistent/other", kept, {{"delete", "x"}}) == "kept");
    CHECK(run.keep("files", "/", kept) == "kept");
}

TEST_CASE("a promise about a file that a command may make cannot be told if it fails") {
    DryRun run;
    CHECK(run.keep("commands", "/bin/make", Outcome::unknown(Untold::command)) == "command");
    CHECK(run.keep("files", "/nonexistent/made", failure) == "unknown_value");
    CHECK(run.keep("files", "/nonexistent/other", kept) == "kept");
    CHECK(run.keep("files", "/", failure) == "failed");
}

TEST_CASE("a promise of a real run passes as it is") {
    test::FakeClock clock;
    ScriptedKeeper scripted(clock);
    SecondOrderKeeper keeper(scripted, nullptr);
    scripted.script("files", "/x").outcome = failure;
    const PromiseType files{.name = "files"};
    const Promise promise{.type = &files, .promiser = "/x"};
    RecordingListener listener;
    keeper.start(promise, listener);
    while (listener.times_done() == 0)
        keeper.wait(std::nullopt);
    CHECK(listener.outcome().has_failed());
}
