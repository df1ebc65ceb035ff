#include "policy/cfengine/editing/edit_defaults.h"
#include "policy/cfengine/editing/line_buffer.h"
#include "tests/support/body.h"

#include <doctest/doctest.h>

using vow::cfengine::EditDefaults;
using vow::cfengine::LineBuffer;

TEST_CASE("a text is its lines, and every line ends in a newline again") {
    CHECK(LineBuffer("").empty());
    CHECK(LineBuffer("a\nb\n").size() == 2);
    CHECK(LineBuffer("a\nb").text() == "a\nb\n");
    CHECK(LineBuffer("\n\na").text() == "\n\na\n");
}

TEST_CASE("continued lines are joined where that is asked for") {
    CHECK(LineBuffer("a \\\n b\nc\n", LineBuffer::Join::continued_lines).text() == "a  b\nc\n");
    CHECK(LineBuffer("a\\", LineBuffer::Join::continued_lines).text() == "a\\\n");
    CHECK(LineBuffer("a\\\nb\n").text() == "a\\\nb\n");
}

TEST_CASE("changes are counted") {
    LineBuffer lines("a\nc\n");
    lines.insert(1, "b");
    lines.erase(0);
    lines.replace(1, "d");
    CHECK(lines.text() == "b\nd\n");
    CHECK(lines.edits() == 3);
}

TEST_CASE("without a body, edit defaults keep the text and a backup") {
    const EditDefaults none = EditDefaults::from({});
    CHECK_FALSE(none.empty_first);
    CHECK(none.backup == "true");
    CHECK(none.most_bytes == 100'000);
    const EditDefaults said = EditDefaults::from(
        {{"edit_defaults",
          vow::tests::body(
              {{"empty_file_before_editing", "true"},
               {"edit_backup", "rotate"},
               {"rotate", "4"},
               {"max_file_size", "1m"}}
          )}}
    );
    CHECK(said.empty_first);
    CHECK(said.backup == "rotate");
    CHECK(said.rotate == 4);
    CHECK(said.most_bytes == 1'000'000);
}
