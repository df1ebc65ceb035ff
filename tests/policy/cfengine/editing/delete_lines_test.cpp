#include "tests/policy/cfengine/editing/editing.h"

#include <doctest/doctest.h>

namespace delete_lines_test {

using namespace vow;
using namespace vow::tests;

TEST_CASE("delete_lines deletes the lines that the pattern matches as a whole") {
    struct Case {
        std::string promiser;
        Attributes attributes;
        const char* text;
        const char* result;
    };
    const Data section = body(
        {{"select_start", R"(\[s\])"},
         {"select_end", R"(\[.*\])"},
         {"select_end_match_eof", "true"}}
    );
    const Data with_delimiters = body(
        {{"select_start", "B"},
         {"select_end", "E"},
         {"include_start_delimiter", "true"},
         {"include_end_delimiter", "true"}}
    );
    const Case cases[] = {
        {"b.*", {}, "a\nb\nbb\ncb\n", "a\ncb\n"},
        {"a", {{"not_matching", "true"}}, "a\nb\na\n", "a\na\n"},
        {"a\nb", {}, "a\na\nb\nb\n", "a\nb\n"},
        {".*", {{"select_region", section}}, "x\n[s]\ny\nz\n[t]\nx\n", "x\n[s]\n[t]\nx\n"},
        {".*", {{"select_region", with_delimiters}}, "x\nB\ny\nE\nx\n", "x\nx\n"},
        {".*",
         {{"delete_select", list_body("delete_if_contains_from_list", {"y"})}},
         "xy\nx\n",
         "x\n"},
    };
    for (const Case& c : cases) {
        CAPTURE(c.promiser);
        CHECK(edit("delete_lines", c.promiser, c.attributes, c.text).text == c.result);
    }
}

TEST_CASE("delete_lines logs each deleted line with its number in the block") {
    CHECK(
        edit("delete_lines", "a\nb", {}, "a\nb\n").log ==
        "info: Deleted the promised line 1 'a' from /f\n"
        "info: Deleted the promised line 2 'b' from /f\n"
        "info: delete_lines promise 'a\nb' repaired\n"
    );
    CHECK(edit("delete_lines", "no", {}, "a\n").verdicts == Verdicts{Verdict::kept});
}

TEST_CASE("delete_lines fails when the pattern is invalid or not_matching has several lines") {
    CHECK(edit("delete_lines", "(", {}, "a\n").log.starts_with("error: Regular expression error"));
    CHECK(
        edit("delete_lines", "a\nb", {{"not_matching", "true"}}, "a\n").verdicts ==
        Verdicts{Verdict::not_kept}
    );
}

TEST_CASE("delete_lines warns in a dry run, and deletes in memory") {
    const auto edited = edit("delete_lines", "a", {}, "a\n", Terms::Policy::dry_run);
    CHECK(edited.text.empty());
    CHECK(
        edited.log == "warning: Should delete line 'a' from /f\n"
                      "warning: Warnings encountered when actuating delete_lines promise 'a'\n"
    );
}

} // namespace delete_lines_test
