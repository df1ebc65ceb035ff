#include "protocol/text/unified_diff.h"
#include "tests/support/property.h"

#include <charconv>
#include <string>
#include <vector>

namespace unified_diff_test {

using namespace vow;

namespace {

std::string body_of(const std::string& before, const std::string& after) {
    const std::string whole = unified_diff(before, after, "/x");
    const std::string header = "--- /x\n+++ /x\n";
    CHECK(whole.starts_with(header));
    return whole.substr(header.size());
}

std::string numbered(int first, int last) {
    std::string text;
    for (int line = first; line <= last; ++line)
        text += std::to_string(line) + "\n";
    return text;
}

std::vector<std::string> lines_of(const std::string& text) {
    std::vector<std::string> lines;
    std::size_t at = 0;
    while (at < text.size()) {
        const std::size_t end = std::min(text.find('\n', at), text.size() - 1) + 1;
        lines.push_back(text.substr(at, end - at));
        at = end;
    }
    return lines;
}

/// Applies a difference as `patch` does, and checks each line that must be there.
std::string patched(const std::string& before, const std::string& diff) {
    const std::vector<std::string> old = lines_of(before);
    const std::vector<std::string> lines = lines_of(diff);
    std::string after;
    std::size_t at = 0;
    for (std::size_t index = 2; index < lines.size(); ++index) {
        std::string line = lines[index];
        if (line.starts_with('\\')) continue;
        if (line.starts_with("@@ -")) {
            std::size_t first = 0;
            std::from_chars(line.data() + 4, line.data() + line.size(), first);
            const bool is_empty = line.find(",0 +") != std::string::npos;
            const std::size_t begin = is_empty ? first : first - 1;
            while (at < begin)
                after += old.at(at++);
            continue;
        }
        const bool ends_here = index + 1 < lines.size() && lines[index + 1].starts_with('\\');
        if (ends_here) line.pop_back();
        if (line.front() != '+') RC_ASSERT(old.at(at++) == line.substr(1));
        if (line.front() != '-') after += line.substr(1);
    }
    while (at < old.size())
        after += old[at++];
    return after;
}

} // namespace

TEST_CASE("a diff shows the changed lines with three lines of context") {
    CHECK(unified_diff("a\n", "a\n", "/x").empty());
    CHECK(body_of("", "a\nb\n") == "@@ -0,0 +1,2 @@\n+a\n+b\n");
    CHECK(body_of("a\n", "") == "@@ -1 +0,0 @@\n-a\n");
    CHECK(
        body_of(numbered(1, 9), numbered(1, 4) + "five\n" + numbered(6, 9)) ==
        "@@ -2,7 +2,7 @@\n 2\n 3\n 4\n-5\n+five\n 6\n 7\n 8\n"
    );
}

TEST_CASE("a diff joins changes that are near each other, and parts those that are not") {
    const std::string near = numbered(2, 7);
    const std::string far = numbered(2, 8);
    CHECK(
        body_of("1\n" + near + "9\n", "one\n" + near + "nine\n") ==
        "@@ -1,8 +1,8 @@\n-1\n+one\n 2\n 3\n 4\n 5\n 6\n 7\n-9\n+nine\n"
    );
    CHECK(
        body_of("1\n" + far + "9\n", "one\n" + far + "nine\n") ==
        "@@ -1,4 +1,4 @@\n-1\n+one\n 2\n 3\n 4\n@@ -6,4 +6,4 @@\n 6\n 7\n 8\n-9\n+nine\n"
    );
}

TEST_CASE("a diff marks a last line without an end") {
    CHECK(body_of("a", "a\n") == "@@ -1 +1 @@\n-a\n\\ No newline at end of file\n+a\n");
}

TEST_CASE("a diff is cut when it becomes too large") {
    const std::string diff = unified_diff("", numbered(1, 100000), "/x");
    CHECK(diff.size() < 70000);
    CHECK(diff.ends_with(" more lines\n"));
}

TEST_CASE("texts that differ too much are replaced whole") {
    const std::string before = numbered(1, 5000);
    const std::string after = numbered(10001, 15000);
    const DiffCount count = DiffCount::of(unified_diff(before, after, "/x"));
    CHECK(count.removed == 5000);
}

TEST_CASE("added and removed lines are counted without the header") {
    const DiffCount count = DiffCount::of(unified_diff("-- a\nb\n", "++ a\nb\nc\n", "/x"));
    CHECK(count.removed == 1);
    CHECK(count.added == 2);
}

TEST_CASE("a diff applied to the old text gives the new one") {
    tests::check_property("any two texts", [] {
        const auto text = [] {
            const auto words = *rc::gen::container<std::vector<char>>(rc::gen::inRange('a', 'f'));
            std::string made;
            for (const char word : words)
                made.append(1, word).append("\n");
            if (!made.empty() && *rc::gen::arbitrary<bool>()) made.pop_back();
            return made;
        };
        const std::string before = text();
        const std::string after = text();
        RC_ASSERT(patched(before, unified_diff(before, after, "/x")) == after);
    });
}

} // namespace unified_diff_test
