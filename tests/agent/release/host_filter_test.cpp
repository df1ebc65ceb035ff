#include "agent/release/host_filter.h"

#include <doctest/doctest.h>

namespace host_filter_test {

using namespace vow::agent;

struct Row {
    const char* text;
    bool expected;
};

TEST_CASE("a filter is matched against the classes of a host") {
    const HostFilter::Names classes = {"debian", "web", "host_01"};
    for (const Row& row :
         {Row{"any", true},
          Row{"debian", true},
          Row{"mail", false},
          Row{"debian.web", true},
          Row{"debian & mail", false},
          Row{"debian && web", true},
          Row{"mail|web", true},
          Row{"mail || ftp", false},
          Row{"!mail", true},
          Row{"!!web", true},
          Row{"mail.ftp|web", true},
          Row{"web|mail.ftp", true},
          Row{"(web|mail).!debian", false},
          Row{"!(mail|ftp).host_01", true},
          Row{" ( ( web ) ) ", true}}) {
        CAPTURE(row.text);
        CHECK(HostFilter(row.text).matches(classes) == row.expected);
    }
    CHECK(HostFilter("a.(b|!a)").names() == HostFilter::Names{"a", "b"});
}

struct Fault {
    const char* text;
    std::size_t offset;
};

TEST_CASE("a fault in a filter is shown at its character") {
    for (const Fault& fault :
         {Fault{"", 0},
          Fault{"debian..web", 7},
          Fault{"(web", 4},
          Fault{"web)", 3},
          Fault{"web mail", 4},
          Fault{"a|", 2},
          Fault{"web-1", 3},
          Fault{"!", 1}}) {
        CAPTURE(fault.text);
        try {
            HostFilter filter(fault.text);
            FAIL("no fault");
        } catch (const HostFilterFault& found) {
            CHECK(found.offset() == fault.offset);
        }
    }
    CHECK_THROWS_WITH(
        HostFilter("a..b"),
        "expected the name of a class (letters, digits and '_'), '!' or '(', at character 3 of\n"
        "    a..b\n      ^"
    );
    CHECK_THROWS_AS(HostFilter(std::string(100000, '!')), HostFilterFault);
    CHECK_THROWS_AS(HostFilter(std::string(100000, '(')), HostFilterFault);
}

} // namespace host_filter_test
