#include "tests/policy/cfengine/editing/editing.h"

#include <doctest/doctest.h>

namespace field_edits_test {

using namespace vow;
using namespace vow::tests;

namespace {

Attribute value(const std::string& field, const std::string& operation, const std::string& text) {
    return {
        "edit_field",
        body(
            {{"field_separator", ":"},
             {"select_field", field},
             {"value_separator", ","},
             {"field_operation", operation},
             {"field_value", text},
             {"allow_blank_fields", "true"}}
        )};
}

Attribute whole(const std::string& field, const std::string& text) {
    return {
        "edit_field",
        body(
            {{"field_separator", ":"},
             {"select_field", field},
             {"field_value", text},
             {"extend_fields", "true"}}
        )};
}

} // namespace

TEST_CASE("field_edits edits a field of each matching line") {
    struct Case {
        Attribute attribute;
        const char* line;
        const char* result;
    };
    const Case cases[] = {
        {value("2", "append", "c"), "x:a,b:z\n", "x:a,b,c:z\n"},
        {value("2", "append", "a"), "x:a,b:z\n", "x:a,b:z\n"},
        {value("2", "prepend", "c"), "x:a,b:z\n", "x:c,a,b:z\n"},
        {value("2", "alphanum", "b"), "x:c,a:z\n", "x:a,b,c:z\n"},
        {value("2", "delete", "a"), "x:a,b,a:z\n", "x:b:z\n"},
        {value("2", "set", "c"), "x:a,b:z\n", "x:c:z\n"},
        {value("2", "append", "c"), "x::z\n", "x:c:z\n"},
        {whole("2", "new"), "x:old:z\n", "x:new:z\n"},
        {whole("4", "new"), "x:y\n", "x:y::new\n"},
    };
    for (const Case& c : cases) {
        CAPTURE(c.line);
        CAPTURE(c.result);
        CHECK(edit("field_edits", "x:.*", {c.attribute}, c.line).text == c.result);
    }
}

TEST_CASE("field_edits logs each change") {
    CHECK(
        edit("field_edits", "x:.*", {value("2", "append", "c")}, "x:a\n").log ==
        "info: Appended field sub-value 'c' in '/f'\ninfo: fields_edit promise 'x:.*' repaired\n"
    );
    CHECK(edit("field_edits", "x:.*", {whole("2", "b")}, "x:a\n")
              .log.starts_with("info: Set whole column field value 'a' to 'b' in '/f'\n"));
}

TEST_CASE("field_edits fails when a line, field or separator is missing") {
    CHECK(edit("field_edits", "no:.*", {value("2", "set", "c")}, "x:a\n")
              .log.starts_with(
                  "error: No matched line to edit fields of for pattern 'no:.*' in '/f'\n"
              ));
    CHECK(edit("field_edits", "x:.*", {value("9", "set", "c")}, "x:a\n")
              .log.starts_with(
                  "error: The file /f has only 2 fields, but there is a promise for field 9\n"
              ));
    CHECK(
        edit("field_edits", "x.*", {value("1", "set", "c")}, "x\n")
            .log.starts_with("error: Field edit, no fields found by promised pattern ':' in '/f'\n")
    );
}

TEST_CASE("field_edits warns in a dry run, and edits in memory") {
    const auto edited =
        edit("field_edits", "x:.*", {value("2", "append", "c")}, "x:a\n", Terms::Policy::dry_run);
    CHECK(edited.text == "x:a,c\n");
    CHECK(edited.log.starts_with("warning: Should edit field 'c' in '/f'\n"));
}

} // namespace field_edits_test
