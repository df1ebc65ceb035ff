#include "agent/reporting/spool.h"
#include "tests/support/temporary_folder.h"

#include <doctest/doctest.h>

namespace spool_test {

using namespace vow;
using namespace vow::agent;
using namespace std::chrono_literals;

namespace {

const RunTime noon = std::chrono::system_clock::from_time_t(1'000'000'000);
const std::string sink = "folder:/sink";

ReportSettings settings_for(std::vector<std::string> names) {
    ReportSettings settings;
    settings.to.reserve(names.size());
    for (std::string& name : names)
        settings.to.push_back({.name = std::move(name)});
    return settings;
}

struct Fixture {
    tests::TemporaryFolder folder;
    Database database{folder / "vow.db"};
    Spool spool{database};
    ReportSettings settings = settings_for({sink});

    void add(const std::string& id, ReportRank rank, RunTime made = noon, std::size_t size = 10) {
        spool.add(
            {.id = id, .made = made, .rank = rank, .document = std::string(size, 'x')}, settings
        );
    }
    std::string ids(std::string_view destination = sink, std::size_t bytes = 1'000'000) {
        std::string text;
        for (const SpooledReport& report : spool.due(destination, 100, bytes))
            text.append(text.empty() ? "" : " ").append(report.id);
        return text;
    }
    std::int64_t rows(const char* table) {
        const std::string sql = std::string("SELECT count(*) FROM ") + table;
        Statement count = database.prepare(sql.c_str());
        return count.step() ? count.number(0) : -1;
    }
};

} // namespace

TEST_CASE("a report waits until each destination has it") {
    Fixture fixture;
    fixture.settings = settings_for({sink, "bus"});
    fixture.add("h/1", ReportRank::kept);
    fixture.add("h/2", ReportRank::failed);
    CHECK(fixture.ids() == "h/1 h/2");
    fixture.spool.finish(sink, fixture.spool.due(sink, 1, 1000), Spool::End::stored);
    CHECK(fixture.ids() == "h/2");
    CHECK(fixture.ids("bus") == "h/1 h/2");
    CHECK(fixture.spool.waiting("bus") == 2);
    fixture.spool.finish("bus", fixture.spool.due("bus", 9, 1000), Spool::End::stored);
    fixture.spool.finish(sink, fixture.spool.due(sink, 9, 1000), Spool::End::stored);
    for (const char* table : {"report", "report_document", "report_due"})
        CHECK(fixture.rows(table) == 0);
}

TEST_CASE("an id is not added twice, and a batch has one report however long it is") {
    Fixture fixture;
    fixture.add("h/1", ReportRank::kept, noon, 500);
    fixture.add("h/1", ReportRank::kept, noon, 500);
    fixture.add("h/2", ReportRank::kept, noon, 500);
    CHECK(fixture.ids(sink, 100) == "h/1");
    CHECK(fixture.ids(sink, 1000) == "h/1 h/2");
}

TEST_CASE("the oldest kept runs make room first, failures last, and all are counted") {
    Fixture fixture;
    fixture.settings.keep = 4000; // three reports of 1,000 bytes, and what they cost
    fixture.add("h/failed1", ReportRank::failed, noon, 1000);
    fixture.add("h/kept1", ReportRank::kept, noon, 1000);
    fixture.add("h/changed", ReportRank::changed, noon, 1000);
    CHECK(fixture.spool.dropped().no_room == 0);
    fixture.add("h/kept2", ReportRank::kept, noon, 1000);
    CHECK(fixture.ids() == "h/failed1 h/changed h/kept2");
    fixture.add("h/failed2", ReportRank::failed, noon, 1000);
    CHECK(fixture.ids() == "h/failed1 h/changed h/failed2");
    fixture.add("h/failed3", ReportRank::failed, noon, 1000);
    CHECK(fixture.spool.dropped().failed == 0);
    fixture.add("h/failed4", ReportRank::failed, noon, 1000);
    CHECK(fixture.ids() == "h/failed2 h/failed3 h/failed4");
    CHECK(fixture.spool.dropped().no_room == 4);
    CHECK(fixture.spool.dropped().failed == 1);
    CHECK(fixture.rows("report_document") == 3);
}

TEST_CASE("reports that are too old, or refused, are counted") {
    Fixture fixture;
    fixture.settings.max_age = 1h;
    fixture.add("h/1", ReportRank::failed);
    fixture.add("h/2", ReportRank::kept, noon + 59min);
    CHECK(fixture.ids() == "h/1 h/2");
    fixture.add("h/3", ReportRank::kept, noon + 61min);
    CHECK(fixture.ids() == "h/2 h/3");
    fixture.spool.finish(sink, fixture.spool.due(sink, 1, 100), Spool::End::refused);
    const DroppedReports dropped = fixture.spool.dropped();
    CHECK(dropped.too_old == 1);
    CHECK(dropped.refused == 1);
    CHECK(dropped.failed == 1);
    CHECK(fixture.ids() == "h/3");
}

TEST_CASE("a destination that the settings no longer name holds nothing up") {
    Fixture fixture;
    fixture.settings = settings_for({"file:/old", sink});
    fixture.add("h/1", ReportRank::kept);
    fixture.spool.finish(sink, fixture.spool.due(sink, 1, 100), Spool::End::stored);
    fixture.settings = settings_for({sink});
    fixture.add("h/2", ReportRank::kept);
    CHECK(fixture.ids("file:/old").empty());
    CHECK(fixture.ids() == "h/2");
    CHECK(fixture.rows("report_document") == 1);
}

TEST_CASE("when to try again is remembered until it is reset") {
    Fixture fixture;
    fixture.spool.set_next_try(sink, {.failures = 2, .time = noon});
    CHECK(fixture.spool.next_try(sink).failures == 2);
    CHECK(fixture.spool.next_try(sink).time == noon);
    fixture.spool.set_next_try(sink, {});
    CHECK(fixture.spool.next_try(sink).failures == 0);
}

} // namespace spool_test
