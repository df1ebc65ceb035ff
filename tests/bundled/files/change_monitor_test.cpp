#include "tests/support/fake_state.h"
#include "tests/support/kept_promise.h"
#include "tests/support/temporary_folder.h"

#include <doctest/doctest.h>

#include <algorithm>

#include <sys/stat.h>

namespace change_monitor_test {

using namespace vow;
using namespace vow::tests;

namespace {

struct Monitored {
    TemporaryFolder folder;
    test::FakeClock clock = {};
    test::FakeState state{clock};

    Attribute changes(const std::string& what, const std::string& update) const {
        return {
            "changes",
            body(
                {{"hash", "sha1"},
                 {"report_changes", what},
                 {"update_hashes", update},
                 {"log", folder / "file_changes.log"}}
            )};
    }

    KeptPromise keep(const std::string& path, const std::string& what, const std::string& update) {
        return keep_promise(state, "files", path, {changes(what, update)});
    }

    /// The lines of the log, without their times.
    std::string log() const {
        std::string text;
        std::string all = folder.read("file_changes.log");
        for (std::size_t at = 0; at < all.size();) {
            const std::size_t end = all.find('\n', at);
            text += all.substr(all.find(',', at) + 1, end - all.find(',', at));
            at = end + 1;
        }
        return text;
    }
};

} // namespace

TEST_CASE("a file is stored first, then reported once when its content changes") {
    Monitored run;
    const std::string path = run.folder.write("a", "1");
    const std::string one = "356a192b7913b04c54574d18c28d46e6395428ab";
    const std::string two = "da4b9237bacccdf19c0760cab7aec4a8359010b0";
    const auto first = run.keep(path, "content", "true");
    CHECK(first.log_text() == "info: Stored sha1 hash for '" + path + "' (SHA=" + one + ")\n");
    CHECK(first.outcome.verdicts == Verdicts{Verdict::repaired});
    CHECK(first.outcome.classes.empty());
    CHECK(run.keep(path, "content", "true").outcome.verdicts == Verdicts{Verdict::kept});
    run.folder.write("a", "2");
    const auto changed = run.keep(path, "content", "true");
    CHECK(
        changed.log_text() == "info: Hash 'sha1' for '" + path + "' changed!\ninfo: Updated sha1 " +
                                  "hash for '" + path + "' (SHA=" + two +
                                  ")\ninfo: Recorded integrity changes in '" + path + "'\n"
    );
    CHECK(changed.outcome.classes == std::vector<std::string>{"checksum_alerts"});
    CHECK(run.keep(path, "content", "true").outcome.verdicts == Verdicts{Verdict::kept});
    CHECK(run.log() == "promise_policy_cf_7," + path + ",C,Content changed\n");
}

TEST_CASE("a change that is not stored is reported before and after the edits of each run") {
    Monitored run;
    const std::string path = run.folder.write("a", "1");
    run.keep(path, "content", "false");
    run.folder.write("a", "2");
    for (int times = 1; times <= 2; ++times) {
        const auto kept = run.keep(path, "content", "false");
        CHECK(kept.outcome.verdicts == Verdicts{Verdict::repaired, Verdict::not_kept});
        CHECK(std::ranges::count(run.log(), '\n') == 2 * times);
    }
}

TEST_CASE("the members of a status that differ are reported") {
    Monitored run;
    const std::string path = run.folder.write("a", "1");
    REQUIRE(chmod(path.c_str(), 0644) == 0);
    const auto first = run.keep(path, "stats", "true");
    CHECK(first.log_text() == "info: Wrote stat information for '" + path + "' to database\n");
    REQUIRE(chmod(path.c_str(), 0600) == 0);
    const auto changed = run.keep(path, "stats", "true");
    CHECK(
        changed.log_text() ==
        "notice: Permissions for '" + path + "' changed 100644 -> 100600\ninfo: Recorded " +
            "permissions changes in '" + path + "'\ninfo: Wrote stat information changes for '" +
            path + "' to database\n"
    );
    CHECK(run.log() == "promise_policy_cf_7," + path + ",S,Permission: 100644 -> 100600\n");
}

TEST_CASE("a search reports new and missing files") {
    Monitored run;
    const std::string tree = run.folder / "tree";
    REQUIRE(mkdir(tree.c_str(), 0700) == 0);
    run.folder.write("tree/old", "1");
    const auto keep = [&] {
        const Attribute search = {"depth_search", body({{"depth", "inf"}})};
        return keep_promise(
            run.state,
            "files",
            tree,
            {run.changes("content", "true"), search},
            {.parts = Terms::Parts::listed}
        );
    };
    const auto first = keep();
    CHECK(first.lines.front() == "notice: New file '" + tree + "/old' found");
    REQUIRE(first.outcome.parts.size() == 1);
    CHECK(first.outcome.parts.front().promiser == tree + "/old");
    REQUIRE(remove((tree + "/old").c_str()) == 0);
    run.folder.write("tree/new", "1");
    keep();
    CHECK(
        run.log() == "promise_policy_cf_7," + tree + "/old,N,New file found\npromise_policy_cf_7," +
                         tree + "/new,N,New file found\npromise_policy_cf_7," + tree +
                         "/old,R,File removed\n"
    );
}

TEST_CASE("a file that does not exist cannot be monitored") {
    Monitored run;
    const std::string path = run.folder / "missing";
    const auto kept = run.keep(path, "all", "true");
    CHECK(kept.result() == Verdict::not_kept);
    CHECK(
        kept.lines.front() ==
        "error: Promised to monitor '" + path + "' for changes, but file does not exist"
    );
}

TEST_CASE("silent categories are recorded without log lines") {
    Monitored run;
    const std::string path = run.folder.write("a", "1");
    const Attribute silent = {
        "changes",
        Data::object(
            {{"hash", Data::string("md5")},
             {"report_changes", Data::string("content")},
             {"silence", Data::array({Data::string("content")})}}
        )};
    const auto kept = keep_promise(run.state, "files", path, {silent});
    CHECK(kept.log_text().empty());
    CHECK(kept.outcome.verdicts == Verdicts{Verdict::repaired});
}

} // namespace change_monitor_test
