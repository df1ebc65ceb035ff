#include "policy/source/diagnostic.h"

#include <doctest/doctest.h>

using namespace vow;

namespace {

constexpr DiagnosticKind unknown{"unknown-thing", "unknown thing '{}' of '{}'"};
constexpr DiagnosticKind doubtful{"doubtful", "doubtful", Severity::warning};

std::string
shown(const std::string& text, std::uint32_t begin, std::uint32_t end, std::string hint = {}) {
    const SourceText source("p.cf", text);
    Diagnostics diagnostics;
    diagnostics.add(unknown, Span{&source, begin, end}, {"a", "b"}, std::move(hint));
    return rendered(diagnostics.sorted().front());
}

} // namespace

TEST_CASE("a place is a line and a column, counted from one") {
    const SourceText source("p.cf", "ab\n\ncd");
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
    CHECK(SourceText("p.cf", "ab\r\n").line(1) == "ab");
}

TEST_CASE("an error shows its line, a caret under the place, and what to try") {
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

TEST_CASE("a caret stands under its character, whatever the bytes before it") {
    CHECK(
        shown("h\xC3\xA9 x", 4, 5) == "p.cf:1:5: error: unknown thing 'a' of 'b' [unknown-thing]\n"
                                      "    1| h\xC3\xA9 x\n"
                                      "     |    ^\n"
    );
}

TEST_CASE("a span past its line ends with it, and control characters are not printed") {
    CHECK(
        shown("ab\x1b\ncd", 1, 6) == "p.cf:1:2: error: unknown thing 'a' of 'b' [unknown-thing]\n"
                                     "    1| ab?\n"
                                     "     |  ^~\n"
    );
}

TEST_CASE("of a long line only the part round the place is shown") {
    const std::string text = shown(std::string(100'000, 'x'), 50'000, 50'003);
    CHECK(text.size() < 400);
    CHECK(text.find("^~~") != std::string::npos);
}

TEST_CASE("the same is said once, warnings are no errors, and places come in order") {
    const SourceText source("p.cf", "one two three");
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

TEST_CASE("the nearest name is one that few letters away lead to") {
    CHECK(nearest("reposiotry", {"repository", "report", "path"}) == "repository");
    CHECK(nearest("Path", {"repository", "path"}) == "path");
    CHECK(nearest("x", {"repository", "path"}) == "");
    CHECK(nearest("", {}) == "");
    CHECK(did_you_mean("pth", {"path"}) == "did you mean 'path'?");
    CHECK(did_you_mean("completely", {"different"}) == "");
}

TEST_CASE("the reference's form has its column and caret where the place ends") {
    const SourceText source("p.cf", "one two three\n");
    Diagnostics diagnostics;
    diagnostics.add(unknown, Span{&source, 4, 7}, {"a", "b"});
    diagnostics.add(unknown, Span{}, {"a", "b"});
    const auto sorted = diagnostics.sorted();
    CHECK(
        reference_rendered(sorted[0]) == "p.cf:1:8: error: unknown thing 'a' of 'b'\n"
                                         "one two three\n"
                                         "      ^\n"
    );
    CHECK(reference_rendered(sorted[1]) == "   error: unknown thing 'a' of 'b'\n");
}
