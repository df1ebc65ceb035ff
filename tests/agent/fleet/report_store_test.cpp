#include "agent/fleet/report_store.h"
#include "agent/fleet/report_tables.h"
#include "tests/support/fleet_report.h"
#include "tests/support/temporary_folder.h"

#include <doctest/doctest.h>

namespace vow::agent {
namespace {

using std::chrono::hours;
using tests::document_of, tests::own_id, tests::report_time, tests::report_with;

ReportStore store_at(const std::string& path) {
    return {open_sqlite(path), path};
}

/// The promise of all these reports.
const ReportedOutcome promise{
    .type = "files", .promiser = "/x", .place = "/etc/vow/main.cf:7", .handle = "x", .result = {}};

} // namespace

TEST_CASE("A report is stored once, and its sums outlive its details") {
    const tests::TemporaryFolder folder;
    const std::string path = folder.path() + "/reports.db";
    ReportStore store = store_at(path);
    const std::vector<Report> reports{report_with(1, "repaired"), report_with(2, "not_kept")};
    CHECK(store.add(reports) == 2);
    CHECK(store.add(reports) == 0);
    CHECK(store.add({report_with(2, "not_kept"), report_with(3, "not_kept")}) == 1);
    REQUIRE(store.reports_of(own_id, 10).size() == 3);
    CHECK(store.reports_of(own_id, 10)[0].document == document_of(3, "not_kept"));
    CHECK(store.changes_since(report_time, 10).size() == 1);
    const auto broken = store.broken("main.cf:7");
    REQUIRE(broken.size() == 1);
    CHECK(broken[0].runs == 2);
    CHECK(broken[0].since == report_time + std::chrono::hours(2));
    CHECK(store.broken("x").size() == 1);
    CHECK(store.broken("other.cf:7").empty());
    store.forget_details_before(report_time + std::chrono::hours(100));
    CHECK(store.reports_of(own_id, 10).empty());
    CHECK(store.totals().reports == 3);
    CHECK(store_at(path).totals().not_kept == 2);
}

TEST_CASE("The last run of each host shows the promises that it does not keep") {
    const tests::TemporaryFolder folder;
    ReportStore store = store_at(folder.path() + "/reports.db");
    store.add({report_with(2, "not_kept")});
    REQUIRE(store.standing_failures(10).size() == 1);
    CHECK(store.standing_failures(10)[0].hosts == 1);
    REQUIRE(store.hosts_failing(promise, 10).size() == 1);
    CHECK(store.hosts_failing(promise, 10)[0].name == "web1");
    const auto before = store.newest_runs();
    store.add({report_with(1, "repaired")}); // came late
    CHECK(store.newest_runs() == before);
    CHECK(store.standing_failures(10).size() == 1);
    store.add({report_with(3, "repaired")});
    CHECK(store.newest_runs() != before);
    CHECK(store.standing_failures(10).empty());
    CHECK(store.broken("x").empty());
    store.forget_host(own_id);
    CHECK(store.newest_runs().empty());
}

TEST_CASE("Repairs that come again are drift") {
    const tests::TemporaryFolder folder;
    ReportStore store = store_at(folder.path() + "/reports.db");
    store.add({report_with(1, "repaired"), report_with(2, "not_kept")});
    CHECK(store.repeated_repairs(report_time, 10).empty());
    store.add({report_with(3, "repaired")});
    const auto repairs = store.repeated_repairs(report_time, 10);
    REQUIRE(repairs.size() == 1);
    CHECK(repairs[0].repairs == 2);
    CHECK(repairs[0].last == report_time + hours(3));
    CHECK(store.repeated_repairs(report_time + hours(2), 10).empty());
}

TEST_CASE("Days have the sums of their runs") {
    const tests::TemporaryFolder folder;
    ReportStore store = store_at(folder.path() + "/reports.db");
    store.add({report_with(1, "repaired"), report_with(2, "not_kept"), report_with(30, "repaired")}
    );
    const auto days = store.days_since(report_time);
    REQUIRE(days.size() == 2);
    CHECK(days[0].runs == 2);
    CHECK(days[0].failed == 1);
    CHECK(days[1].repaired == 1);
    CHECK(store.days_since(report_time, own_id).size() == 2);
    CHECK(store.days_since(report_time, "another").empty());
}

TEST_CASE("The curve of a rollout has a point for each change") {
    const tests::TemporaryFolder folder;
    ReportStore store = store_at(folder.path() + "/reports.db");
    RolloutSample sample{.time = report_time};
    sample.count.pending = 5;
    store.add("web-2", sample);
    sample.time += hours(1);
    store.add("web-2", sample);
    sample.count = {.healthy = 4, .bad = 1};
    store.add("web-2", sample);
    const auto curve = store.samples_of("web-2");
    REQUIRE(curve.size() == 2);
    CHECK(curve[0].time == report_time);
    CHECK(curve[1].count.hosts == 5);
    CHECK(store.samples_of("web-3").empty());
}

TEST_CASE("Tables of an older vow are brought to the form of today, and those of a newer refused") {
    const tests::TemporaryFolder folder;
    const std::string path = folder.path() + "/reports.db";
    store_at(path).add({report_with(1, "repaired"), report_with(2, "not_kept")});
    {
        const auto database = open_sqlite(path);
        database->run_all("DROP TABLE last_run; DROP TABLE rollout_count");
        database->set_form(2);
    }
    CHECK(store_at(path).standing_failures(10).size() == 1);
    CHECK(store_at(path).reports_of(own_id, 10).size() == 2);
    open_sqlite(path)->set_form(100);
    CHECK_THROWS_WITH_AS(
        store_at(path), doctest::Contains("has the form 100 of another vow"), DatabaseError
    );
}

} // namespace vow::agent
