#include "protocol/harness/report.h"

#include <doctest/doctest.h>

namespace report_test {

using namespace vow::harness;

namespace {

Report sample() {
    return {
        .kind = "conform",
        .subject = "m<1>",
        .entries = {
            {.id = "A-ONE", .title = "is right", .section = "page"},
            {.id = "B",
             .title = "sends \"it\"",
             .section = "page",
             .finding = Finding::violation("it is wrong", {"< 'x & y'"})},
            {.id = "C", .title = "is there", .finding = Finding::not_offered("nothing to see")},
        }};
}

} // namespace

TEST_CASE("a report for a terminal has one line a check, then the details of violations") {
    const std::string expected = "pass        A-ONE  is right\n"
                                 "violation   B      sends \"it\"\n"
                                 "not offered C      is there\n"
                                 "              nothing to see\n"
                                 "\n"
                                 "violation   B  sends \"it\"\n"
                                 "              it is wrong\n"
                                 "              < 'x & y'\n"
                                 "              see page, and vow module explain B\n"
                                 "\n"
                                 "m<1>: 1 pass, 1 violation, 1 not offered\n";
    CHECK(text_of(sample(), ReportFormat::terminal) == expected);
    const std::string coloured = text_of(sample(), ReportFormat::terminal, Colours::yes);
    CHECK(coloured.starts_with("\x1b[32mpass        \x1b[0mA-ONE  is right\n"));
}

TEST_CASE("a report for a terminal has one line for the checks of a case") {
    const Report report{
        .kind = "test",
        .subject = "m",
        .entries = {
            {.id = "A", .title = "one: is kept", .group = "one", .place = "c.yaml:2"},
            {.id = "B", .title = "one: logs", .group = "one", .place = "c.yaml:2"},
            {.id = "A",
             .title = "two: is kept",
             .finding = Finding::violation("expected kept, found error"),
             .group = "two",
             .place = "c.yaml:9",
             .command = "vow module send m"},
            {.id = "B", .title = "two: logs", .group = "two", .place = "c.yaml:9"},
            {.id = "L", .title = "all are alone"},
        }};
    CHECK(
        text_of(report, ReportFormat::terminal) == "pass        one (2 checks)\n"
                                                   "violation   two (2 checks)\n"
                                                   "pass        L  all are alone\n"
                                                   "\n"
                                                   "violation   A  two: is kept\n"
                                                   "              c.yaml:9\n"
                                                   "              expected kept, found error\n"
                                                   "              try: vow module send m\n"
                                                   "\n"
                                                   "m: 4 pass, 1 violation\n"
    );
}

TEST_CASE("a report is printed as TAP, with the details as YAML") {
    CHECK(
        text_of(sample(), ReportFormat::tap) == "TAP version 14\n1..3\n"
                                                "ok 1 - A-ONE is right\n"
                                                "not ok 2 - B sends \"it\"\n"
                                                "  ---\n"
                                                "  verdict: \"violation\"\n"
                                                "  message: \"it is wrong\"\n"
                                                "  rule: \"page\"\n"
                                                "  details:\n"
                                                "    - \"< 'x & y'\"\n"
                                                "  ...\n"
                                                "ok 3 - C is there # SKIP nothing to see\n"
    );
    Report odd = sample();
    odd.entries = {{.id = "A", .title = "a # b \\ c\nd"}};
    CHECK(text_of(odd, ReportFormat::tap) == "TAP version 14\n1..1\nok 1 - A a \\# b \\\\ c d\n");
}

TEST_CASE("a report is printed as JUnit's XML") {
    CHECK(
        text_of(sample(), ReportFormat::junit) ==
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
        "<testsuite name=\"vow module conform m&lt;1&gt;\" tests=\"3\" failures=\"1\" "
        "skipped=\"1\" time=\"0.000\">\n"
        "  <testcase classname=\"m&lt;1&gt;.conform\" name=\"A-ONE is right\" time=\"0.000\"/>\n"
        "  <testcase classname=\"m&lt;1&gt;.conform\" name=\"B sends &quot;it&quot;\" "
        "time=\"0.000\"><failure message=\"it is wrong\">it is wrong\n&lt; 'x &amp; y'\n"
        "see page, and vow module explain B\n</failure></testcase>\n"
        "  <testcase classname=\"m&lt;1&gt;.conform\" name=\"C is there\" time=\"0.000\">"
        "<skipped message=\"nothing to see\"/></testcase>\n"
        "</testsuite>\n"
    );
}

TEST_CASE("a report is printed as JSON, with its version and counts") {
    const std::string text = text_of(sample(), ReportFormat::json);
    CHECK(text.starts_with(R"({"version":1,"kind":"conform","module":"m<1>","counts":{"pass":1,)"));
    CHECK(text.find(R"("verdict":"not offered","text":"nothing to see")") != std::string::npos);
}

} // namespace report_test
