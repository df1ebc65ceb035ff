#pragma once

#include "policy/cfengine/editing/line_editor.h"
#include "protocol/promise/promise.h"
#include "protocol/promise/record.h"

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace vow::cfengine {

/// One edit promise while it is kept.
struct Edit {
    const Promise& promise;
    const std::string& file; ///< its name, for messages
    LineBuffer& lines;
    EditSurroundings& around;
    Record& record;
    bool undecided = false;  ///< see EditResult
    bool broken_off = false; ///< nothing was tried; the error has been logged

    /// Logs an error and returns null if the pattern is not valid.
    std::shared_ptr<const Regex> regex(const std::string& pattern);
    /// Fails before anything was tried.
    void break_off(const std::string& message);
};

// The promise types, each in a file of its own.
void insert_lines(Edit& edit);
void delete_lines(Edit& edit);
void replace_patterns(Edit& edit);
void edit_fields(Edit& edit);

/// The lines that a `select_region` body selects: [begin, end). The line of the start delimiter is
/// the first of them, that of the end delimiter follows them. All lines without such a body.
/// A body without a start delimiter selects none, as with the reference, except for deletions: all.
struct Region {
    std::size_t begin;
    std::size_t end;
    bool is_nowhere = false; ///< no place for an insertion
    bool has_start_delimiter = false;
    bool has_end_delimiter = false;
    bool start_included = false; ///< include_start_delimiter
    bool end_included = false;

    /// Includes the end delimiter if the body does.
    std::size_t end_for_insertion() const;
    /// Excludes the start delimiter unless the body includes it.
    std::size_t begin_for_deletion() const;
};

/// The edit that a region is for.
enum class EditedRegion { insertion, deletion, replacement, fields };

/// Logs an error and returns nullopt if a delimiter is missing or is not a valid pattern. Without
/// the end delimiter, replacements and edits of fields reach to the end of the file.
std::optional<Region> select_region(Edit& edit, EditedRegion use);

/// An `insert_select` or `delete_select` body: the lines that an edit concerns. It selects a line
/// that starts with, matches or contains one item of a list, or a line that does none of that.
class LineSelection {
public:
    /// `verb` is "insert" or "delete", as in the names of the attributes. Logs an error and returns
    /// nullopt if the body contradicts itself or has an invalid pattern.
    static std::optional<LineSelection> from(Edit& edit, std::string_view verb);

    bool includes(std::string_view line) const;

private:
    enum class How { all, starts_with, matches, contains };

    How how_ = How::all;
    bool negated_ = false;
    std::vector<std::string> starts_;
    std::vector<std::shared_ptr<const Regex>> patterns_;
};

/// The `whitespace_policy` of an insertion: the blanks to ignore when it compares lines.
struct WhitespacePolicy {
    bool ignore_leading = false;
    bool ignore_trailing = false;
    bool ignore_embedded = false; ///< one blank equals several, but not none

    /// nullopt when it combines exact_match with another word.
    static std::optional<WhitespacePolicy> from(const Attributes& promise);

    bool exact() const { return !ignore_leading && !ignore_trailing && !ignore_embedded; }
    bool equal(std::string_view left, std::string_view right) const;
};

} // namespace vow::cfengine
