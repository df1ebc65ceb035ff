#include "policy/cfengine/editing/edit_session.h"
#include "policy/cfengine/editing/line_buffer.h"
#include "tests/support/body.h"

#include <doctest/doctest.h>

namespace line_buffer_test {

using vow::cfengine::EditDefaults;
using vow::cfengine::LineBuffer;

TEST_CASE("a line buffer ends every line in a newline") {
    CHECK(LineBuffer("").empty());
    CHECK(LineBuffer("a\nb\n").size() == 2);
    CHECK(LineBuffer("a\nb").text() == "a\nb\n");
    CHECK(LineBuffer("\n\na").text() == "\n\na\n");
}

TEST_CASE("a line buffer joins continued lines when requested") {
    CHECK(LineBuffer("a \\\n b\nc\n", LineBuffer::Join::continued_lines).text() == "a  b\nc\n");
    CHECK(LineBuffer("a\\", LineBuffer::Join::continued_lines).text() == "a\\\n");
    CHECK(LineBuffer("a\\\nb\n").text() == "a\\\nb\n");
}

TEST_CASE("a line buffer counts changes") {
    LineBuffer lines("a\nc\n");
    lines.insert(1, "b");
    lines.erase(0);
    lines.replace(1, "d");
    CHECK(lines.text() == "b\nd\n");
    CHECK(lines.edits() == 3);
}

TEST_CASE("a line buffer contains the lines that it has after each change") {
    LineBuffer lines("a\na\nb\n");
    for (int lookup = 0; lookup < 3; ++lookup) {
        CHECK(lines.contains("a"));
        CHECK_FALSE(lines.contains("c"));
    }
    lines.erase(0);
    CHECK(lines.contains("a"));
    lines.replace(0, "c");
    CHECK_FALSE(lines.contains("a"));
    CHECK(lines.contains("c"));
    lines.insert(2, "d");
    CHECK(lines.contains("d"));
    lines.erase(2);
    CHECK_FALSE(lines.contains("d"));
}

TEST_CASE("edit defaults keep the text and a backup when there is no body") {
    const EditDefaults none = EditDefaults::from({}, 200'000);
    CHECK_FALSE(none.empty_first);
    CHECK(none.backup == "true");
    CHECK(none.max_bytes == 200'000);
    const EditDefaults defaults = EditDefaults::from(
        {{"edit_defaults",
          vow::tests::body(
              {{"empty_file_before_editing", "true"},
               {"edit_backup", "rotate"},
               {"rotate", "4"},
               {"max_file_size", "1m"}}
          )}},
        200'000
    );
    CHECK(defaults.empty_first);
    CHECK(defaults.backup == "rotate");
    CHECK(defaults.rotate == 4);
    CHECK(defaults.max_bytes == 1'000'000);
}

} // namespace line_buffer_test
