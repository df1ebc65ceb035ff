#include "tests/policy/cfengine/editing/editing.h"

#include <doctest/doctest.h>

namespace insert_lines_test {

using namespace vow;
using namespace vow::tests;

namespace {

using List = std::vector<std::string>;

Attribute at(const std::string& pattern, const std::string& before_after) {
    return {
        "location",
        body(
            {{"select_line_matching", pattern},
             {"before_after", before_after},
             {"first_last", "first"}}
        )};
}

const Attribute before = {"location", body({{"before_after", "before"}})};
const Attribute block = {"insert_type", "preserve_block"};
const Attribute region_s = {
    "select_region",
    body(
        {{"select_start", R"(\[s\])"},
         {"select_end", R"(\[.*\])"},
         {"select_end_match_eof", "true"}}
    )};

} // namespace

TEST_CASE("insert_lines inserts lines at the end, once") {
    const auto edited = edit("insert_lines", "b", {}, "a\n");
    CHECK(edited.text == "a\nb\n");
    CHECK(
        edited.log == "info: Inserted the promised line 'b' into '/f'\n"
                      "info: insert_lines promise 'b' repaired\n"
    );
    CHECK(edited.verdicts == Verdicts{Verdict::repaired});
    const auto again = edit("insert_lines", "b", {}, "b\na\n");
    CHECK(again.text == "b\na\n");
    CHECK(again.log.empty());
    CHECK(again.verdicts == Verdicts{Verdict::kept});
}

TEST_CASE("insert_lines inserts at the promised location") {
    struct Case {
        const char* text;
        std::string promiser;
        Attributes attributes;
        const char* result;
    };
    const Case cases[] = {
        {"", "a\nb", {}, "a\nb\n"},
        {"x\n", "a", {before}, "a\nx\n"},
        {"a\nb\na\n", "x", {at("a", "after")}, "a\nx\nb\na\n"},
        {"a\nb\na\n", "x", {at("b", "before")}, "a\nx\nb\na\n"},
        {"a\nb\n", "x\ny", {at("a", "after")}, "a\nx\ny\nb\n"},
        {"a\nb\n", "b\nc", {}, "a\nb\nc\n"},
        {"x\n", "a\na", {}, "x\na\n"},
        {"a\nx\n", "a\nb", {block}, "a\nx\na\nb\n"},
        {"x\na\nb\n", "a\nb", {block}, "x\na\nb\n"},
        {"x\ny\n", "a\nb", {block, at("x", "after")}, "x\na\nb\ny\n"},
        {"x\na\nb\ny\n", "a\nb", {block, at("x", "after")}, "x\na\nb\ny\n"},
        {"a\nb\nx\n", "a\nb", {block, at("x", "before")}, "a\nb\nx\n"},
        {"a\n", "a", {{"insert_type", "preserve_all_lines"}}, "a\na\n"},
        {"[q]\nx\n[s]\ny\n[t]\nx\n", "x", {region_s}, "[q]\nx\n[s]\ny\nx\n[t]\nx\n"},
        {"[s]\ny\n", "x", {region_s}, "[s]\ny\nx\n"},
        {"[q]\n[s]\ny\n", "x", {region_s, before}, "[q]\nx\n[s]\ny\n"},
    };
    for (const Case& c : cases) {
        CAPTURE(c.text);
        CAPTURE(c.promiser);
        CHECK(edit("insert_lines", c.promiser, c.attributes, c.text).text == c.result);
    }
}

TEST_CASE("insert_lines fails when the locator or the region is missing") {
    const auto edited = edit("insert_lines", "x", {at("no", "after")}, "a\n");
    CHECK(edited.text == "a\n");
    CHECK(
        edited.log == "error: The line 'x' cannot be inserted into '/f': no line matches "
                      "select_line_matching => 'no'\n"
    );
    CHECK_FALSE(edited.undecided);
    const auto region = edit("insert_lines", "x", {region_s}, "a\n");
    CHECK(
        region.log == "error: The promised line insertion 'x' could not select an edit region in "
                      "'/f'\n"
    );
    CHECK(region.undecided);
    CHECK(region.verdicts == Verdicts{Verdict::not_kept});
}

TEST_CASE("insert_lines compares blanks according to the whitespace policy") {
    const auto result = [](List policy, const char* text) {
        return edit("insert_lines", "a  b", {{"whitespace_policy", policy}}, text).text;
    };
    CHECK(result({"ignore_leading"}, "  a  b\n") == "  a  b\n");
    CHECK(result({"ignore_trailing"}, "a  b \n") == "a  b \n");
    CHECK(result({"ignore_embedded"}, "a b\n") == "a b\n");
    CHECK(result({"ignore_embedded"}, "ab\n") == "ab\na  b\n");
    CHECK(result({"ignore_leading", "ignore_embedded"}, "\ta b\n") == "\ta b\n");
    CHECK(result({"exact_match"}, "a b\n") == "a b\na  b\n");
    CHECK(
        edit(
            "insert_lines", "x", {{"whitespace_policy", List{"exact_match", "ignore_leading"}}}, ""
        )
            .verdicts == Verdicts{Verdict::not_kept}
    );
}

TEST_CASE("insert_lines inserts the lines of a file, expanded when promised") {
    const std::map<std::string, std::string> files = {{"/from", "a\nb\n"}};
    const Attribute from_file = {"insert_type", "file"};
    CHECK(
        edit("insert_lines", "/from", {from_file}, "b\n", Terms::Policy::fix, files).text ==
        "b\na\n"
    );
    CHECK(
        edit(
            "insert_lines",
            "/from",
            {from_file, {"expand_scalars", "true"}},
            "",
            Terms::Policy::fix,
            files
        )
            .text == "<a>\n<b>\n"
    );
    CHECK(edit("insert_lines", "/no", {from_file}, "")
              .log.starts_with("error: Could not read file '/no'"));
}

TEST_CASE("insert_lines inserts selected lines only") {
    const Attribute select = {
        "insert_select", list_body("insert_if_startwith_from_list", {"a", "b"})};
    CHECK(edit("insert_lines", "apple\ncherry\nbanana", {select}, "").text == "apple\nbanana\n");
    const Attribute others = {
        "insert_select", list_body("insert_if_not_contains_from_list", {"rr"})};
    CHECK(edit("insert_lines", "apple\ncherry", {others}, "").text == "apple\n");
}

TEST_CASE("insert_lines warns of each line in a dry run, and inserts in memory") {
    const auto edited = edit("insert_lines", "a\nb", {}, "x\n", Terms::Policy::dry_run);
    CHECK(edited.text == "x\na\nb\n");
    CHECK(
        edited.log == "warning: Should insert line 'a' into '/f'\n"
                      "warning: Should insert line 'b' into '/f'\n"
                      "warning: Warnings encountered when actuating insert_lines promise 'a\nb'\n"
    );
    CHECK(edit("insert_lines", "a", {before}, "x\n", Terms::Policy::dry_run)
              .log.starts_with("warning: Should prepend promised line 'a' to '/f'\n"));
}

} // namespace insert_lines_test
