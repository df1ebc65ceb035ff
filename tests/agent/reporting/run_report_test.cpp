#include "agent/reporting/run_report.h"

#include <doctest/doctest.h>

namespace run_report_test {

using namespace vow;
using namespace vow::agent;
using namespace std::chrono_literals;

namespace {

const RunTime noon = std::chrono::system_clock::from_time_t(1'000'000'000);

RecordedRun run_on(const std::string& host) {
    return {
        .number = 7,
        .started = noon,
        .start = Data::object(
            {{"host", Data::string(host)},
             {"run", Data::string("0a-1")},
             {"policy", Data::string("/p.cf")}}
        )};
}

RecordedOutcome outcome(const std::string& promiser, const std::string& result) {
    return {.promise = {.type = "files", .promiser = promiser}, .result = result};
}

Data document_of(const NewReport& report) {
    auto parsed = parse_json(report.document);
    REQUIRE(std::holds_alternative<Data>(parsed));
    return std::get<Data>(parsed);
}

} // namespace

TEST_CASE("a run that failed outranks one that changed something, and that one a kept one") {
    const auto rank = [](int status, std::int64_t repaired) {
        const RunEnd end{
            .time = noon + 2s,
            .exit_status = status,
            .totals = Data::object({{"repaired", Data::integer(repaired)}})};
        return report_of(run_on("h"), end, ReportLevel::changes, {}).rank;
    };
    CHECK(rank(0, 0) == ReportRank::kept);
    CHECK(rank(0, 1) == ReportRank::changed);
    CHECK(rank(10, 1) == ReportRank::changed);
    CHECK(rank(1, 1) == ReportRank::failed);
    CHECK(report_of_unfinished(run_on("h"), noon, {}).rank == ReportRank::failed);
}

TEST_CASE("an id is a safe name of a file, whatever the host calls itself") {
    const auto id = [](const std::string& host, const ReportAdditions& additions) {
        return report_of(run_on(host), {.time = noon}, ReportLevel::changes, additions).id;
    };
    CHECK(id("web1.example.org", {}) == "web1.example.org/0a-1");
    CHECK(id("../../etc", {}) == "_._.._etc/0a-1");
    CHECK(id("", {}) == "unknown/0a-1");
    const Data identity = Data::object({{"host", Data::string("f00d")}});
    CHECK(id("web1", {.fleet_id = "ab12", .of_pull = identity}) == "ab12/0a-1");
    CHECK(id("web1", {.of_pull = identity}) == "f00d/0a-1");
}

TEST_CASE("failures keep their place when there is not room for all outcomes") {
    RunEnd end{.time = noon, .exit_status = 1};
    end.outcomes = {
        outcome(std::string(400'000, 'a'), "repaired"),
        outcome(std::string(400'000, 'b'), "repaired"),
        outcome("/small", "repaired"),
        outcome(std::string(300'000, 'c'), "not_kept")};
    end.omitted = 5;
    const NewReport report = report_of(run_on("h"), end, ReportLevel::changes, {});
    CHECK(report.document.size() < 1'000'000);
    const Data document = document_of(report);
    const auto& items = document.find("outcomes")->items();
    REQUIRE(items.size() == 2);
    CHECK(items[0].find("promiser")->text() == "/small");
    CHECK(items[1].find("result")->text() == "not_kept");
    CHECK(document.find("omitted")->text() == "7");
}

TEST_CASE("the times of kept promises are for level all") {
    const RunEnd end{.time = noon, .timings = R"([["files","/x","",12]])"};
    const auto timings = [&](ReportLevel level) {
        const Data document = document_of(report_of(run_on("h"), end, level, {}));
        return document.find("timings") != nullptr;
    };
    CHECK_FALSE(timings(ReportLevel::changes));
    CHECK(timings(ReportLevel::all));
}

TEST_CASE("members of a pull are added, and replace none of the run") {
    const Data additions = Data::object(
        {{"release", Data::object({{"version", Data::string("1.4.0")}})},
         {"exit_status", Data::integer(0)}}
    );
    const RunEnd end{.time = noon, .exit_status = 1};
    const Data document =
        document_of(report_of(run_on("h"), end, ReportLevel::changes, {.of_pull = additions}));
    CHECK(document.find("release")->find("version")->text() == "1.4.0");
    CHECK(document.find("exit_status")->text() == "1");
    CHECK(document.find("dropped") == nullptr);
}

} // namespace run_report_test
