#include "tests/policy/cfengine/editing/editing.h"

#include <doctest/doctest.h>

namespace replace_patterns_test {

using namespace vow;
using namespace vow::tests;

namespace {

Attribute with(const std::string& value, const std::string& occurrences = "all") {
    return {"replace_with", body({{"replace_value", value}, {"occurrences", occurrences}})};
}

} // namespace

TEST_CASE("replace_patterns replaces every match, with captured groups") {
    const auto edited =
        edit("replace_patterns", "a(.)c", {with("A$(match.1)C")}, "abc adc\nx\naec\n");
    CHECK(edited.text == "AbC AdC\nx\nAeC\n");
    CHECK(
        edited.log == "info: Replaced pattern 'a(.)c' in '/f'\n"
                      "info: Replaced pattern 'a(.)c' in '/f'\n"
                      "info: replace_patterns promise 'a(.)c' repaired\n"
    );
    CHECK(edit("replace_patterns", "no", {with("x")}, "a\n").verdicts == Verdicts{Verdict::kept});
}

TEST_CASE("replace_patterns fails and changes nothing when the pattern matches the replacement") {
    const auto edited = edit("replace_patterns", "o", {with("oo")}, "food\n");
    CHECK(edited.text == "food\n");
    CHECK(edited.log.find("is not convergent while editing '/f'") != std::string::npos);
    CHECK(edited.verdicts == Verdicts{Verdict::not_kept});
}

TEST_CASE("replace_patterns replaces and fails when an anchored pattern matches the replacement") {
    const auto edited = edit("replace_patterns", "^z.*$", {with("zz")}, "zap\n");
    CHECK(edited.text == "zz\n");
    CHECK(edited.verdicts == Verdicts{Verdict::repaired, Verdict::not_kept});
}

TEST_CASE("replace_patterns replaces the first occurrence only, with a warning") {
    const auto edited = edit("replace_patterns", "q", {with("x", "first")}, "aq\nq\n");
    CHECK(edited.text == "ax\nq\n");
    CHECK(edited.log.starts_with(
        "warning: Setting replace-occurrences policy to 'first' is not convergent\n"
    ));
}

TEST_CASE("replace_patterns edits lines of the region only") {
    const Attribute region = {"select_region", body({{"select_start", "B"}, {"select_end", "E"}})};
    CHECK(
        edit("replace_patterns", "a", {with("b"), region}, "a\nB\na\nE\na\n").text ==
        "a\nB\nb\nE\na\n"
    );
}

TEST_CASE("replace_patterns edits the lines until the end when the end delimiter is missing") {
    const Attribute region = {"select_region", body({{"select_start", "B"}, {"select_end", "E"}})};
    CHECK(edit("replace_patterns", "a", {with("b"), region}, "a\nB\na\n").text == "a\nB\nb\n");
    CHECK(edit("replace_patterns", "a", {with("b"), region}, "a\n").undecided);
}

TEST_CASE("replace_patterns never replaces an empty line") {
    const auto edited = edit("replace_patterns", "^(.*)$", {with("x", "first")}, "\na\nb\n");
    CHECK(edited.text == "\nx\nb\n");
    CHECK(edited.verdicts == Verdicts{Verdict::repaired});
    CHECK(
        edit("replace_patterns", "a*", {with("x")}, "\nab\n").verdicts ==
        Verdicts{Verdict::kept, Verdict::not_kept}
    );
}

TEST_CASE("replace_patterns fails when there is no replacement") {
    CHECK(
        edit("replace_patterns", "a", {}, "a\n").log ==
        "error: The promised pattern replace 'a' has no replacement string\n"
    );
}

} // namespace replace_patterns_test
