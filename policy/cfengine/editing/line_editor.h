#pragma once

#include "policy/cfengine/editing/edit_result.h"
#include "policy/cfengine/editing/line_buffer.h"
#include "policy/run/host.h"
#include "protocol/promise/promise.h"
#include "protocol/text/regex.h"

#include <string>
#include <string_view>

namespace vow::cfengine {

/// The evaluation as an edit sees it.
class EditSurroundings {
public:
    virtual ~EditSurroundings() = default;

    virtual bool uses_words_of_reference() const { return false; }
    virtual RegexCache& regexes() = 0;
    /// The text of a file from which lines are inserted.
    virtual Answer<std::string> read_file(const std::string& path) = 0;
    /// A line of such a file with its references expanded.
    virtual std::string expanded(std::string_view text) = 0;
    /// A `replace_value` with $(match.0), $(match.1), ... as the groups of the match.
    virtual std::string replacement(std::string_view value, const Match& match) = 0;
};

/// Keeps the promises of an edit_line bundle on the lines of one file, in memory (spec 8.8, 14.6).
/// It neither reads nor saves that file, and borrows its arguments.
class LineEditor {
public:
    LineEditor(std::string file, LineBuffer& lines, EditSurroundings& around)
        : file_(std::move(file)),
          lines_(lines),
          around_(around) {}

    /// True if promises of that type edit lines.
    static bool edits(std::string_view type);
    EditResult keep(const Promise& promise);

private:
    std::string file_;
    LineBuffer& lines_;
    EditSurroundings& around_;
};

} // namespace vow::cfengine
