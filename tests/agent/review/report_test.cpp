#include "agent/review/run_report.h"
#include "agent/review/run_text.h"

#include <doctest/doctest.h>

#include <algorithm>

namespace report_test {

using namespace vow;
using namespace vow::agent;
using namespace std::chrono_literals;

namespace {

constexpr const char* hostile =
    "</pre><script>alert(1)</script>\" onload='x' & `b` **c** \x1b[31m \xe2\x80\xae \xff";

Data change_of(const std::string& object, const std::string& diff) {
    return Data::object(
        {{"kind", Data::string("path")},
         {"object", Data::string(object)},
         {"field", Data::string("content")},
         {"diff", Data::string(diff)}}
    );
}

RunReport report_of(const std::string& text) {
    RunReport report;
    report.run = {
        .number = 3,
        .started = std::chrono::system_clock::from_time_t(1'000'000'000),
        .finished = std::chrono::system_clock::from_time_t(1'000'000'002),
        .start = Data::object({{"policy", Data::string(text)}, {"host", Data::string(text)}}),
        .exit_status = 1,
        .totals = Data::object({{"kept", Data::integer(1)}, {"not_kept", Data::integer(1)}})};
    report.outcomes.push_back(
        {.promise = {text, text, text + ":3"},
         .bundle = text,
         .handle = text,
         .result = "not_kept",
         .reason = Data::object({{"name", Data::string(text)}}),
         .changes =
             Data::array({change_of(text, "--- a\n+++ b\n@@ -1 +1 @@\n-" + text + "\n+new")})}
    );
    report.timeline = {
        {.kind = "bundle", .name = text, .result = "not_kept", .duration = 2s},
        {.kind = "pass", .name = "1", .begin = 500ms, .duration = 1s},
        {.kind = "module", .name = text, .lane = 1, .begin = 600ms, .duration = 100ms}};
    report.timings = {{{text, text, text + ":3"}, 20us}, {{"files", "/kept", "/p.cf:9"}, 10us}};
    report.recent = {report.run};
    return report;
}

std::size_t count_of(std::string_view text, std::string_view part) {
    std::size_t count = 0;
    for (std::size_t at = text.find(part); at != std::string_view::npos;
         at = text.find(part, at + 1))
        ++count;
    return count;
}

} // namespace

TEST_CASE("text is data in a page, never markup") {
    RunReport report = report_of(hostile);
    report.outcomes.push_back(report.outcomes.front());
    const std::string page = html_page(report);
    CHECK(count_of(page, "<script") == 1);
    CHECK(count_of(page, "<svg") == 2);
    CHECK(count_of(page, "</svg>") == 2);
    CHECK(count_of(page, "</pre>") == 2);
    CHECK(page.find("onload=\"") == std::string::npos);
    CHECK(page.find("onload='x' &amp;") != std::string::npos);
    CHECK(page.find("\" onload") == std::string::npos);
    CHECK(page.find('\x1b') == std::string::npos);
    CHECK(page.find("\xe2\x80\xae") == std::string::npos);
    CHECK(page.find('\xff') == std::string::npos);
    CHECK(page.find("http:") == std::string::npos);
    CHECK(page.find("https:") == std::string::npos);
}

TEST_CASE("a page has failures before changes, and coloured differences") {
    RunReport report = report_of("x");
    report.outcomes.push_back({.promise = {"files", "/repaired"}, .result = "repaired"});
    const std::string page = html_page(report);
    CHECK(page.find("<h2>Failures") < page.find("<h2>Changes"));
    CHECK(page.find("<h2>Changes") < page.find("/repaired"));
    CHECK(page.find("<del>-x</del>") != std::string::npos);
    CHECK(page.find("<ins>+new</ins>") != std::string::npos);
}

TEST_CASE("a page chooses by result, type, bundle and file without a script") {
    RunReport report = report_of("x");
    report.outcomes.push_back(
        {.promise = {"files", "/repaired", "/p.cf:2"}, .bundle = "main", .result = "repaired"}
    );
    const std::string page = html_page(report);
    CHECK(
        page.find("<option value=\"\">all</option><option value=\"1\">not kept</option><option "
                  "value=\"2\">repaired</option>") != std::string::npos
    );
    CHECK(
        page.find("main:has(select[name=type] option[value=\"1\"]:checked) "
                  "article:not([data-type=\"1\"]) { display: none; }") != std::string::npos
    );
    CHECK(
        page.find("data-result=\"2\" data-type=\"1\" data-bundle=\"1\" data-file=\"1\"") !=
        std::string::npos
    );
}

TEST_CASE("a timeline draws nested parts below each other, and a row for each process") {
    const std::string page = html_page(report_of("main"));
    CHECK(
        page.find("<title>bundle main, 2.00 s, not kept</title><rect class=\"scope failed\" "
                  "x=\"130\" y=\"0\" width=\"870\"") != std::string::npos
    );
    CHECK(page.find("<rect class=\"pass\" x=\"347\" y=\"20\" width=\"435\"") != std::string::npos);
    CHECK(page.find("<rect class=\"module\" x=\"391\" y=\"40\"") != std::string::npos);
    CHECK(page.find(">module main</text>") != std::string::npos);
}

TEST_CASE("a page of many outcomes stays below 5 MB and states what it leaves out") {
    RunReport report = report_of("x");
    const std::string line(400, 'y');
    for (int count = 0; count < 20'000; ++count)
        report.outcomes.push_back(
            {.promise = {"files", "/f" + std::to_string(count)},
             .result = "repaired",
             .changes = Data::array({change_of("/f", "+" + line)})}
        );
    const std::string page = html_page(report);
    CHECK(page.size() < 5'000'000);
    CHECK(page.find("more outcomes are left out") != std::string::npos);
    CHECK(page.find("</html>") != std::string::npos);
}

TEST_CASE("no text closes a fence or has a mark in Markdown") {
    const std::string text = markdown_text(report_of("```\n# x <b> [a](b)"));
    CHECK(text.find("````diff") != std::string::npos);
    CHECK(text.find("\\# x \\<b\\> \\[a\\]\\(b\\)") != std::string::npos);
    CHECK(text.find("\n# x") == std::string::npos);
}

TEST_CASE("a report for JUnit has a case for each promise") {
    RunReport report = report_of("a<b");
    report.outcomes.push_back({.promise = {"files", "/w", "/p.cf:4"}, .result = "would_repair"});
    const std::string text = junit_of_run(report);
    CHECK(text.find("tests=\"3\" failures=\"1\" skipped=\"1\"") != std::string::npos);
    CHECK(
        text.find("classname=\"a&lt;b\" name=\"a&lt;b 'a&lt;b' (a&lt;b:3)\"") != std::string::npos
    );
    CHECK(text.find("<failure message=\"a&lt;b\">") != std::string::npos);
    CHECK(text.find("<skipped message=\"would repair\"/>") != std::string::npos);
    CHECK(text.find("name=\"files '/kept' (/p.cf:9)\" time=\"0.000\"/>") != std::string::npos);
}

TEST_CASE("figures for Prometheus have one header each, and escape labels") {
    const RecordedRun run = report_of("a\"b\\c\nd").run;
    RecordedRun killed = report_of("/killed.cf").run;
    killed.finished.reset();
    killed.exit_status.reset();
    killed.totals.reset();
    const std::string label = R"({policy="a\"b\\c\nd")";
    CHECK(
        prometheus_text({run, killed}) ==
        "# HELP vow_last_run_timestamp_seconds When the last run ended or, if it did not end, when "
        "it began.\n# TYPE vow_last_run_timestamp_seconds gauge\n"
        "vow_last_run_timestamp_seconds" +
            label +
            "} 1000000002.000\n"
            "vow_last_run_timestamp_seconds{policy=\"/killed.cf\"} 1000000000.000\n"
            "# HELP vow_last_run_duration_seconds How long the last run took.\n"
            "# TYPE vow_last_run_duration_seconds gauge\n"
            "vow_last_run_duration_seconds" +
            label +
            "} 2.000\n"
            "# HELP vow_last_run_exit_status The exit status of the last run.\n"
            "# TYPE vow_last_run_exit_status gauge\n"
            "vow_last_run_exit_status" +
            label +
            "} 1\n"
            "# HELP vow_promises The promises of the last run by their result.\n"
            "# TYPE vow_promises gauge\n"
            "vow_promises" +
            label +
            ",result=\"kept\"} 1\n"
            "vow_promises" +
            label + ",result=\"not_kept\"} 1\n"
    );
}

TEST_CASE("durations are in two units at most") {
    CHECK(duration_text(1'234us) == "0.001 s");
    CHECK(duration_text(12'340ms) == "12.34 s");
    CHECK(duration_text(185s) == "3 min 5 s");
    CHECK(duration_text(2h) == "2 h");
    CHECK(duration_text(76h + 59min) == "3 d 4 h");
}

TEST_CASE("a change is one line") {
    const auto changed = [](const char* json) {
        return change_text(std::get<Data>(parse_json(json)));
    };
    CHECK(
        changed(
            R"({"kind":"path","object":"/m","action":"update","field":"mode","before":"0600","after":"0644"})"
        ) == "~ /m  mode 0600 -> 0644"
    );
    CHECK(
        changed(R"({"kind":"package","object":"nano","action":"create","after":"7.2"})") ==
        "+ package nano  7.2"
    );
    CHECK(
        changed(R"({"object":"/m","field":"content","before":{"size":9},"after":"a\nb"})") ==
        "~ /m  content"
    );
    CHECK(changed(R"({"object":"/m"})") == "~ /m");
}

TEST_CASE("the slowest types have the sum of their promises") {
    const std::vector<RecordedTiming> timings = {
        {{"files", "/a"}, 10us}, {{"commands", "/b"}, 15us}, {{"files", "/c"}, 20us}};
    CHECK(slowest(timings, 2).at(0).promise.promiser == "/c");
    CHECK(slowest(timings, 2).size() == 2);
    const auto types = slowest_types(timings, 1);
    REQUIRE(types.size() == 1);
    CHECK(types[0].type == "files");
    CHECK(types[0].promises == 2);
    CHECK(types[0].duration == 30us);
}

} // namespace report_test
