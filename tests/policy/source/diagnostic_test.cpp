#include "policy/source/diagnostic.h"

#include <doctest/doctest.h>

namespace diagnostic_test {

using namespace vow;

namespace {

constexpr DiagnosticKind unknown{"unknown-thing", "unknown thing '{}' of '{}'"};
constexpr DiagnosticKind doubtful{"doubtful", "doubtful", Severity::warning};

std::string
shown(const std::string& text, std::uint32_t begin, std::uint32_t end, std::string hint = {}) {
    const SourceText source("p.cf", TrustedText::given(text));
    Diagnostics diagnostics;
    diagnostics.add(unknown, Span{&source, begin, end}, {"a", "b"}, std::move(hint));
    return rendered(diagnostics.sorted().front());
}

} // namespace

TEST_CASE("a position is a line and a column, counted from one") {
    const SourceText source("p.cf", TrustedText::given("ab\n\ncd"));
    const auto at = [&](std::uint32_t offset) {
        const Position place = source.position(offset);
        return std::to_string(place.line) + ":" + std::to_string(place.column);
    };
    CHECK(at(0) == "1:1");
    CHECK(at(2) == "1:3");
    CHECK(at(3) == "2:1");
    CHECK(at(4) == "3:1");
    CHECK(at(6) == "3:3");
    CHECK(source.line(1) == "ab");
    CHECK(source.line(2) == "");
    CHECK(source.line(3) == "cd");
    CHECK(source.line(4) == "");
    CHECK(SourceText("p.cf", TrustedText::given("ab\r\n")).line(1) == "ab");
}

TEST_CASE("a diagnostic shows its line, a caret and the hint") {
    CHECK(
        shown("one two three", 4, 7, "did you mean 'tow'?") ==
        "p.cf:1:5: error: unknown thing 'a' of 'b' [unknown-thing]\n"
        "    1| one two three\n"
        "     |     ^~~  did you mean 'tow'?\n"
    );
    CHECK(
        shown("\tx\n", 1, 2) == "p.cf:1:2: error: unknown thing 'a' of 'b' [unknown-thing]\n"
                                "    1| \tx\n"
                                "     | \t^\n"
    );
}

TEST_CASE("cause and notes follow with places of their own") {
    const SourceText source("p.cf", TrustedText::given("one two three"));
    Diagnostics diagnostics;
    Diagnostic& added = diagnostics.add(unknown, Span{&source, 4, 7}, {"a", "b"});
    added.cause = {"no such file"};
    added.notes = {{"first defined here", Span{&source, 0, 3}}};
    CHECK(
        rendered(added) == "p.cf:1:5: error: unknown thing 'a' of 'b' [unknown-thing]\n"
                           "    1| one two three\n"
                           "     |     ^~~\n"
                           "caused by: no such file\n"
                           "p.cf:1:1: note: first defined here\n"
                           "    1| one two three\n"
                           "     | ^~~\n"
    );
}

TEST_CASE("the caret is under its character even after longer characters") {
    CHECK(
        shown("h\xC3\xA9 x", 4, 5) == "p.cf:1:5: error: unknown thing 'a' of 'b' [unknown-thing]\n"
                                      "    1| h\xC3\xA9 x\n"
                                      "     |    ^\n"
    );
}

TEST_CASE("the caret ends with its line, and control characters are escaped") {
    CHECK(
        shown("ab\x1b\ncd", 1, 6) == "p.cf:1:2: error: unknown thing 'a' of 'b' [unknown-thing]\n"
                                     "    1| ab\\x1b\n"
                                     "     |  ^~~~~\n"
    );
}

TEST_CASE("only the part around the place is shown when the line is long") {
    const std::string text = shown(std::string(100'000, 'x'), 50'000, 50'003);
    CHECK(text.size() < 400);
    CHECK(text.find("^~~") != std::string::npos);
}

TEST_CASE("equal diagnostics are added once and sorted by place") {
    const SourceText source("p.cf", TrustedText::given("one two three"));
    Diagnostics diagnostics;
    diagnostics.add(doubtful, Span{&source, 8, 9}, {});
    CHECK_FALSE(diagnostics.has_errors());
    diagnostics.add(unknown, Span{&source, 4, 7}, {"a", "b"});
    diagnostics.add(unknown, Span{&source, 4, 7}, {"a", "b"});
    CHECK(diagnostics.errors() == 1);
    const auto sorted = diagnostics.sorted();
    REQUIRE(sorted.size() == 2);
    CHECK(sorted[0].message == "unknown thing 'a' of 'b'");
    CHECK(sorted[1].message == "doubtful");
}

TEST_CASE("the nearest name is the one with the fewest changes") {
    CHECK(nearest("reposiotry", {"repository", "report", "path"}) == "repository");
    CHECK(nearest("Path", {"repository", "path"}) == "path");
    CHECK(nearest("x", {"repository", "path"}) == "");
    CHECK(nearest("", {}) == "");
    CHECK(did_you_mean("pth", {"path"}) == "did you mean 'path'?");
    CHECK(did_you_mean("completely", {"different"}) == "");
}

TEST_CASE("warnings can be errors, or ignored") {
    Diagnostics strict(Warnings::are_errors);
    strict.ignore_warnings();
    strict.add(doubtful, {}, {});
    CHECK(strict.has_errors());
    CHECK(rendered(strict.sorted().front()) == "error: doubtful [doubtful]\n");
    Diagnostics silent;
    silent.ignore_warnings();
    silent.add(doubtful, {}, {});
    CHECK(silent.empty());
    silent.add(unknown, {}, {"a", "b"});
    CHECK(silent.errors() == 1);
}

} // namespace diagnostic_test
