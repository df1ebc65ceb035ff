#include "agent/planning/planned_keeper.h"
#include "protocol/data/conversion.h"
#include "protocol/promise/change.h"
#include "tests/support/recording_listener.h"
#include "tests/support/scripted_keeper.h"

#include <doctest/doctest.h>

#include <algorithm>

using namespace vow;
using namespace vow::agent;
using test::ScriptedKeeper;
using tests::RecordingListener;

namespace {

const PromiseType files{.name = "files"};

Change mode_change(const std::string& before, const std::string& after) {
    return field_change("change the mode", "/etc/motd", "mode", before, after);
}

Data entry(const std::string& promise, std::vector<Data::Member> more) {
    std::vector<Data::Member> members = {
        {"promise", Data::string(promise)}, {"place", Data::string("site.cf:3")}};
    members.insert(members.end(), more.begin(), more.end());
    return Data::object(std::move(members));
}

Data planned(const std::string& promise, const Change& change) {
    const Data changes = data_from({change});
    return entry(promise, changes.at(0)->members());
}

/// A keeper with a plan before a scripted one, and the promise files '/etc/motd' at site.cf:3.
struct Application {
    explicit Application(PlanFile made, UntoldPromises untold = UntoldPromises::refused)
        : plan(std::move(made)),
          changes(plan),
          keeper(scripted, changes, secrets, untold) {}

    /// The result, and whether it was kept for real.
    std::string keep(const Promise& kept) {
        scripted.capacity = 10;
        keeper.start(kept, listener);
        while (!listener.is_done() && keeper.wait({})) {
        }
        const bool is_real = std::ranges::any_of(scripted.started(), [](const auto& record) {
            return record.terms.changes_allowed();
        });
        return listener.result() + (is_real ? ", for real" : "");
    }
    std::string keep() { return keep(promise); }
    /// How the module answers, in a dry run and in a real one alike.
    void answer(const std::vector<Change>& would_make) {
        Outcome outcome = Outcome::warned();
        outcome.changes = would_make;
        scripted.script("files", "/etc/motd").outcome = std::move(outcome);
    }

    test::FakeClock clock = {};
    ScriptedKeeper scripted{clock};
    Secrets secrets = {};
    PlanFile plan;
    PlannedChanges changes;
    PlannedKeeper keeper;
    Promise promise{
        .type = &files, .promiser = "/etc/motd", .origin = {.file = "site.cf", .line = 3}};
    RecordingListener listener = {};
};

PlanFile plan_of(const Change& change) {
    return {.changes = Data::array({planned("files '/etc/motd'", change)})};
}

} // namespace

TEST_CASE("a promise is kept for real when it would do what was planned") {
    Application application(plan_of(mode_change("0600", "0644")));
    application.answer({mode_change("0600", "0644")});
    CHECK(application.keep() == "not_kept, for real");
}

TEST_CASE("a promise is not kept when it would do something else or more") {
    for (const auto& would_make : {
             std::vector{mode_change("0600", "0777")},
             std::vector{mode_change("0640", "0644")},
             std::vector{
                 mode_change("0600", "0644"),
                 presence_change("remove it", "/etc/motd", ChangeAction::remove)},
         }) {
        Application application(plan_of(mode_change("0600", "0644")));
        application.answer(would_make);
        CHECK(application.keep() == "not_kept");
        CHECK(application.listener.has_line_with("it would not do what was planned: now '"));
    }
}

TEST_CASE("a promise that the plan does not have is not kept") {
    Application application(PlanFile{});
    application.answer({mode_change("0600", "0644")});
    CHECK(application.keep() == "not_kept");
    CHECK(application.listener.has_line_with("~ /etc/motd  mode 0600 -> 0644"));
}

TEST_CASE("the same promise at another place is another promise") {
    Application application(plan_of(mode_change("0600", "0644")));
    application.answer({mode_change("0600", "0644")});
    application.promise.origin.line = 4;
    CHECK(application.keep() == "not_kept");
}

TEST_CASE("a promise that is kept already is kept") {
    Application application(PlanFile{});
    CHECK(application.keep() == "kept");
    CHECK(application.listener.times_done() == 1);
}

TEST_CASE("a failure of the dry run is passed on with its lines") {
    Application application(plan_of(mode_change("0600", "0644")));
    application.scripted.script("files", "/etc/motd") = {
        .outcome = Outcome::of(Verdict::error), .lines = {{LogLevel::error, "it is broken"}}};
    CHECK(application.keep() == "error");
    CHECK(application.listener.has_line_with("it is broken"));
}

TEST_CASE("a promise that may only warn passes as it is") {
    Application application(PlanFile{});
    application.promise.terms.policy = Terms::Policy::warn;
    application.answer({mode_change("0600", "0644")});
    CHECK(application.keep() == "not_kept");
    CHECK(application.listener.lines().empty());
}

TEST_CASE("a promise without a prediction runs on request, if the plan has it") {
    const PlanFile plan{.untold = Data::array({entry("files '/etc/motd'", {})})};
    const auto result = [](const PlanFile& made, UntoldPromises untold) {
        Application application(made, untold);
        application.scripted.script("files", "/etc/motd").outcome =
            Outcome::unknown(Untold::no_dry_run);
        return application.keep();
    };
    CHECK(result(plan, UntoldPromises::refused) == "not_kept");
    CHECK(result(plan, UntoldPromises::run) == "not_kept, for real");
    CHECK(result(PlanFile{}, UntoldPromises::run) == "not_kept");
}

TEST_CASE("a follower runs when its cause was repaired in this apply") {
    const Data because = Data::object({{"promise", Data::string("files '/etc/other'")}});
    const PlanFile plan{.follows = Data::array({entry("files '$(file)'", {{"because", because}})})};
    Application early(plan);
    early.answer({mode_change("0600", "0644")});
    CHECK(early.keep() == "not_kept");
    Application due(plan);
    due.answer({mode_change("0600", "0644")});
    due.changes.note({"files '/etc/other'", "site.cf:1"}, Data::array({}));
    CHECK(due.keep() == "not_kept, for real");
    CHECK(due.scripted.started().size() == 1);
}

TEST_CASE("a second edit of a file is compared by its lines") {
    const auto edit = [](std::string_view before, std::string_view after) {
        return content_change("edit it", "/etc/motd", before, after);
    };
    const PlanFile plan = plan_of(edit("a\n", "a\nc\n"));
    const auto keep_after = [&](const Change& first, const Change& second) {
        Application application(plan);
        application.changes.note({"files '/etc/motd'", "site.cf:1"}, data_from({first}));
        application.answer({second});
        return application.keep();
    };
    CHECK(keep_after(edit("a\n", "a\nb\n"), edit("a\nb\n", "a\nb\nc\n")) == "not_kept, for real");
    CHECK(keep_after(edit("a\n", "a\nb\n"), edit("a\nb\n", "a\nb\nd\n")) == "not_kept");
    // Somebody else has changed it since.
    CHECK(keep_after(edit("a\n", "a\nb\n"), edit("a\nx\n", "a\nx\nc\n")) == "not_kept");
}

TEST_CASE("a file that is created with its text may get both one after the other") {
    const PlanFile plan = plan_of(
        content_change("create file '/etc/motd', mode '0640'", "/etc/motd", std::nullopt, "a\n")
    );
    const auto keep = [&](bool is_created, const Change& change) {
        Application application(plan);
        const Change made = presence_change(
            "create file '/etc/motd', mode '0640'", "/etc/motd", ChangeAction::create
        );
        if (is_created)
            application.changes.note({"files '/etc/motd'", "site.cf:3"}, data_from({made}));
        application.answer({change});
        return application.keep();
    };
    const auto creation = [](const std::string& words) {
        return presence_change(words, "/etc/motd", ChangeAction::create);
    };
    CHECK(keep(false, creation("create file '/etc/motd', mode '0640'")) == "not_kept, for real");
    CHECK(keep(false, creation("create file '/etc/motd', mode '0777'")) == "not_kept");
    const Change text = content_change("edit it", "/etc/motd", "", "a\n");
    CHECK(keep(true, text) == "not_kept, for real");
    CHECK(keep(false, text) == "not_kept");
    CHECK(keep(true, mode_change("0600", "0640")) == "not_kept, for real");
    CHECK(keep(true, mode_change("0600", "0777")) == "not_kept");
}

TEST_CASE("a promise that is cancelled while it is looked at is not kept for real") {
    Application application(plan_of(mode_change("0600", "0644")));
    application.answer({mode_change("0600", "0644")});
    application.scripted.script("files", "/etc/motd").takes = std::chrono::seconds(5);
    application.keeper.start(application.promise, application.listener);
    application.keeper.cancel(application.listener);
    while (!application.listener.is_done() && application.keeper.wait({})) {
    }
    CHECK(application.listener.times_done() == 1);
    CHECK(application.scripted.started().size() == 1);
    CHECK_FALSE(application.scripted.started().front().terms.changes_allowed());
}
