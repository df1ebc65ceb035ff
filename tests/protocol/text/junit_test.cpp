#include "protocol/text/junit.h"

#include <doctest/doctest.h>

namespace junit_test {

using namespace vow;
using namespace std::chrono_literals;

TEST_CASE("a text for XML has no markup, and no characters that XML lacks") {
    CHECK(xml_text("a<b>&\"c\"\n") == "a&lt;b&gt;&amp;&quot;c&quot;&#10;");
    CHECK(xml_text("\x01\xff\x7f\t\xef\xbf\xbf") == "\xef\xbf\xbd\xef\xbf\xbd\x7f\t\xef\xbf\xbd");
    CHECK(xml_text("gr\xc3\xbc\xc3\x9f") == "gr\xc3\xbc\xc3\x9f");
}

TEST_CASE("a report for JUnit counts its cases, and has their details") {
    const std::string text = junit_text(
        "a&b",
        {{.classname = "c", .name = "kept", .duration = 1'500us},
         {.classname = "c",
          .name = "odd",
          .result = JunitCase::Result::warned,
          .message = "m",
          .lines = {"l"}},
         {.classname = "c", .name = "out", .result = JunitCase::Result::skipped, .message = "<"},
         {.classname = "c",
          .name = "bad",
          .result = JunitCase::Result::failed,
          .message = "m",
          .lines = {"1", "2"}}}
    );
    CHECK(
        text ==
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
        "<testsuite name=\"a&amp;b\" tests=\"4\" failures=\"1\" skipped=\"1\" time=\"0.001\">\n"
        "  <testcase classname=\"c\" name=\"kept\" time=\"0.001\"/>\n"
        "  <testcase classname=\"c\" name=\"odd\" time=\"0.000\"><system-out>warning: "
        "m\nl\n</system-out></testcase>\n"
        "  <testcase classname=\"c\" name=\"out\" time=\"0.000\"><skipped "
        "message=\"&lt;\"/></testcase>\n"
        "  <testcase classname=\"c\" name=\"bad\" time=\"0.000\"><failure "
        "message=\"m\">1\n2\n</failure></testcase>\n"
        "</testsuite>\n"
    );
}

} // namespace junit_test
