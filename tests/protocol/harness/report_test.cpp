#include "protocol/harness/report.h"

#include <doctest/doctest.h>

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

TEST_CASE("a report for a terminal shows the details below each finding") {
    CHECK(
        text_of(sample(), ReportFormat::terminal) == "pass        A-ONE  is right\n"
                                                     "violation   B      sends \"it\"\n"
                                                     "              it is wrong\n"
                                                     "              < 'x & y'\n"
                                                     "              see page\n"
                                                     "not offered C      is there\n"
                                                     "              nothing to see\n"
                                                     "m<1>: 1 pass, 1 violation, 1 not offered\n"
    );
}

TEST_CASE("a report is printed as TAP") {
    CHECK(
        text_of(sample(), ReportFormat::tap) ==
        "TAP version 13\n1..3\n"
        "ok 1 - A-ONE is right\n"
        "not ok 2 - B sends \"it\"\n# it is wrong\n# < 'x & y'\n# see page\n"
        "ok 3 - C is there # SKIP nothing to see\n"
    );
}

TEST_CASE("a report is printed as JUnit's XML") {
    CHECK(
        text_of(sample(), ReportFormat::junit) ==
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
        "<testsuite name=\"vow module conform m&lt;1&gt;\" tests=\"3\" failures=\"1\" "
        "skipped=\"1\">\n"
        "  <testcase classname=\"conform\" name=\"A-ONE is right\" time=\"0.0\"/>\n"
        "  <testcase classname=\"conform\" name=\"B sends &quot;it&quot;\" time=\"0.0\">"
        "<failure message=\"it is wrong\">&lt; 'x &amp; y'\n</failure></testcase>\n"
        "  <testcase classname=\"conform\" name=\"C is there\" time=\"0.0\">"
        "<skipped message=\"nothing to see\"/></testcase>\n"
        "</testsuite>\n"
    );
}

TEST_CASE("a report is printed as JSON") {
    const std::string text = text_of(sample(), ReportFormat::json);
    CHECK(text.starts_with(R"({"kind":"conform","module":"m<1>","entries":[{"id":"A-ONE",)"));
    CHECK(text.find(R"("verdict":"not offered","text":"nothing to see")") != std::string::npos);
}
